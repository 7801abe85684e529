package dev.medley.mashup;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.Reason;

/**
 * Thrown by a mashup, or the failure of its stage, to reply with a {@link Problem}. It has no stack trace. Thrown by a filter, it
 * does not become the reply: a filter replies via its {@code HttpServletResponse}.
 */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private transient Problem problem;

    /** Replies with {@code status} and {@code detail}. */
    public ProblemException(int status, String detail) {
        this(Problem.of(status, detail));
    }

    /** Replies with {@code problem}. */
    public ProblemException(Problem problem) {
        super(problem.detail(), null, true, false);
        this.problem = problem;
    }

    /** Replies with 400 and {@code detail}. */
    public static ProblemException badRequest(String detail) {
        return new ProblemException(Status.BAD_REQUEST, detail);
    }

    /**
     * Replies with 502, because the status of the response to {@code exchange} cannot be that of the reply: an error, or a
     * redirect without its target.
     */
    public static ProblemException unexpectedStatus(Exchange exchange) {
        ResponseHead head = exchange.head();
        String summary = Reason.UNEXPECTED_STATUS.label() + (head == null ? "" : " " + head.status());
        return new ProblemException(
                Problem.of(Reason.UNEXPECTED_STATUS, summary, exchange.partner(), exchange.state()));
    }

    /** Replies with 415 to a body that Medley would have to decode, with the coding that it takes (RFC 9110, section 15.5.16). */
    public static ProblemException unsupportedCoding(Inbound inbound) {
        return new ProblemException(
                        Status.UNSUPPORTED_MEDIA_TYPE,
                        "the content coding of the body is " + inbound.contentEncoding() + ", expected none")
                .header("Accept-Encoding", "identity");
    }

    /**
     * Adds a header field to the reply, such as {@code WWW-Authenticate} to a 401 or {@code Retry-After} to a 429:
     * {@code throw new ProblemException(401, "no token").header("WWW-Authenticate", "Bearer")}. Call it before the exception
     * is thrown.
     *
     * @return this exception
     * @throws IllegalArgumentException under the conditions of {@link Reply#header}
     */
    public ProblemException header(String name, String value) {
        problem = problem.header(name, value);
        return this;
    }

    /** The problem that the client gets. */
    public Problem problem() {
        return problem;
    }
}
