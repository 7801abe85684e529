package dev.medley.mashup;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import dev.medley.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A failure as the client sees it (RFC 9457). It names the partner and the phase, and nothing internal: no
 * address, no message of an exception.
 *
 * @param status the status of the reply
 * @param detail the fault, and the expected value
 * @param partner the partner that failed, or null
 * @param phase the state of its exchange, or null
 * @param headers further header fields of the reply
 */
public record Problem(
        int status,
        String detail,
        @Nullable String partner,
        @Nullable String phase,
        List<Header> headers) {

    private static final String RETRY_AFTER = "Retry-After";
    private static final String RETRY_SECONDS = "1";
    private static final String INVALID = "the request leads to an invalid request to a partner";

    /** Takes a copy of the header fields. */
    public Problem {
        headers = List.copyOf(headers);
    }

    /** A problem without further header fields. */
    public Problem(int status, String detail, @Nullable String partner, @Nullable String phase) {
        this(status, detail, partner, phase, List.of());
    }

    /** A problem without a partner. */
    public static Problem of(int status, String detail) {
        return new Problem(status, detail, null, null);
    }

    /** The problem of an exchange that did not complete: 503 without capacity or endpoint, 504 when it expired, else 502. */
    public static Problem of(ExchangeException failure) {
        return of(failure.reason(), failure.summary(), failure.partner(), failure.phase());
    }

    /**
     * The problem of a mashup that failed with {@code failure}, which is not wrapped; null if the fault is not that of a partner or
     * of the inbound request, so that the client receives no details.
     */
    public static @Nullable Problem of(Throwable failure) {
        if (failure instanceof ExchangeException x && x.reason() != Reason.LISTENER) {
            return of(x);
        }
        if (failure instanceof ProblemException x) {
            return x.problem();
        }
        if (failure instanceof InvalidRequestException x) {
            return x.tooLong()
                    ? of(Status.URI_TOO_LONG, "the request causes a partner request that is too long")
                    : of(Status.BAD_REQUEST, INVALID + (x.detail() == null ? "" : ": " + x.detail()));
        }
        return null;
    }

    static Problem of(Reason reason, String partner, ExchangeState phase) {
        return of(reason, reason.label(), partner, phase);
    }

    static Problem of(Reason reason, String summary, String partner, ExchangeState phase) {
        int status = reason == Reason.NO_CAPACITY || reason == Reason.NO_ENDPOINT
                ? Status.SERVICE_UNAVAILABLE
                : reason.outcome() == Outcome.EXPIRED ? Status.GATEWAY_TIMEOUT : Status.BAD_GATEWAY;
        return new Problem(status, "partner " + partner + ": " + summary, partner, phase.label());
    }

    /**
     * This problem with one more header field in its reply.
     *
     * @throws IllegalArgumentException under the conditions of {@link Reply#header}
     */
    public Problem header(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(Reply.field(name, value));
        return new Problem(status, detail, partner, phase, more);
    }

    /**
     * The reply with this problem as its document. With 503 it has {@code Retry-After}: of one second, unless the problem has
     * that field.
     */
    public Reply toReply() {
        Reply reply = Reply.json(document()).type("application/problem+json").status(status);
        for (Header header : headers) {
            reply = reply.header(header.name(), header.value());
        }
        return status == Status.SERVICE_UNAVAILABLE && !retryIsGiven()
                ? reply.header(RETRY_AFTER, RETRY_SECONDS)
                : reply;
    }

    /** The document, such as the last part of a streamed reply. */
    public Json document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("title", Status.title(status));
        document.put("status", status);
        document.put("detail", detail);
        if (partner != null) {
            document.put("partner", partner);
        }
        if (phase != null) {
            document.put("phase", phase);
        }
        return Json.of(document);
    }

    private boolean retryIsGiven() {
        return HeaderFields.contain(headers, RETRY_AFTER);
    }
}
