package dev.medley.stubs.internal.endpoint;

import java.io.Serial;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** A request that is not allowed; it becomes a problem document (RFC 9457) that lists what is allowed. */
public final class RejectedRequestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The media type of problem documents. */
    public static final String TYPE = "application/problem+json";

    private final transient StubResponse reply;

    private RejectedRequestException(String detail, StubResponse reply) {
        // It is a way to answer, not a fault of this program, so its stack is of no use.
        super(detail, null, false, false);
        this.reply = reply;
    }

    /** Creates a refusal with status 400; {@code detail} tells the caller what is allowed. */
    public static RejectedRequestException badRequest(String detail) {
        return new RejectedRequestException(detail, problem(HttpStatus.BAD_REQUEST_400, detail));
    }

    /** Returns a 404 that lists the definitions of answers and the built-in endpoints. */
    public static RejectedRequestException notFound(String defined, String request) {
        String detail = "there is %s%s, but not %s".formatted(defined, StubEndpoints.PATHS, request);
        return new RejectedRequestException(detail, problem(HttpStatus.NOT_FOUND_404, detail));
    }

    /** Creates a refusal with status 405, and the methods allowed in the header field Allow. */
    public static RejectedRequestException methodNotAllowed(String method, List<String> allowed) {
        String methods = String.join(", ", allowed);
        String detail = "the method must be one of %s, not %s".formatted(methods, method);
        StubResponse reply = problem(HttpStatus.METHOD_NOT_ALLOWED_405, detail).with(HttpHeader.ALLOW, methods);
        return new RejectedRequestException(detail, reply);
    }

    /** Returns a problem document. */
    static StubResponse problem(int status, String detail) {
        return StubResponse.of(status, TYPE, document(status, detail));
    }

    /** Returns the text of a problem document. */
    public static String document(int status, String detail) {
        return "{\"type\":\"about:blank\",\"title\":%s,\"status\":%d,\"detail\":%s}"
                .formatted(JsonWriter.quote(HttpStatus.getMessage(status)), status, JsonWriter.quote(detail));
    }

    /** Returns the problem document with its status, to be written in place of an answer. */
    public StubResponse reply() {
        return reply;
    }
}
