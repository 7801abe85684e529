package dev.medley.server.internal.admin.log;

import dev.medley.config.LogField;
import dev.medley.connection.internal.SecretNames;
import dev.medley.context.RequestId;
import dev.medley.exchange.Exchange;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.TakenRequest;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.TracedRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/**
 * An inbound request that has ended, as logs describe it. Values in the query that look like secrets are masked. For the thread that
 * logs, while the request is its own.
 */
final class LoggedRequest {

    private static final int FIRST_REFUSAL = 400;
    private static final int FIRST_FAILURE = 500;

    private final Request request;
    private final Response response;
    private final boolean clientGone;
    private final long nanos;

    LoggedRequest(Request request, Response response) {
        this.request = request;
        this.response = response;
        clientGone = request.getAttribute(RequestSummary.CLIENT_GONE) != null;
        nanos = NanoTime.since(request.getBeginNanoTime());
    }

    /** Returns the nanoseconds from the first byte of the request to the end of its reply. */
    long nanos() {
        return nanos;
    }

    /** Returns the status of the reply. */
    int status() {
        // Jetty may set another one on a request whose client has left, and count bytes that were not sent.
        return clientGone ? Status.CLIENT_CLOSED_REQUEST : response.getStatus();
    }

    /** Returns the bytes of the body of the reply. */
    long bytes() {
        return clientGone ? 0 : Response.getContentBytesWritten(response);
    }

    /** Returns the name of its caller; null if that is not known. */
    @Nullable
    String caller() {
        return request.getAttribute(RequestSummary.CALLER) instanceof String caller ? caller : null;
    }

    String method() {
        return request.getMethod();
    }

    /** Returns the path and the query; of a CONNECT over HTTP/2, which has neither, the authority (RFC 9113, section 8.5). */
    String target() {
        HttpURI uri = request.getHttpURI();
        String path = uri.getPathQuery();
        return SecretNames.masked(path == null ? String.valueOf(uri.getAuthority()) : path);
    }

    /** Returns a field of the request; null if it has none. */
    @Nullable
    String field(HttpHeader name) {
        String value = request.getHeaders().get(name);
        return value == null ? null : SecretNames.masked(value);
    }

    /** Returns the id of the request; null of one that has none, as it is malformed. */
    @Nullable
    String id() {
        return request.getAttribute(RequestId.ATTRIBUTE) instanceof RequestId id ? id.value() : null;
    }

    /** Returns the name of its mashup; null if none answers it. */
    @Nullable
    String mashup() {
        TakenRequest taken = taken();
        return taken == null ? null : taken.name();
    }

    /** Returns its exchanges; none if no mashup answers it. */
    List<Exchange> exchanges() {
        TakenRequest taken = taken();
        return taken == null ? List.of() : taken.exchanges();
    }

    private @Nullable TakenRequest taken() {
        return request.getAttribute(TakenRequest.ATTRIBUTE) instanceof TakenRequest taken ? taken : null;
    }

    private @Nullable InboundSpan span() {
        return request.getAttribute(TracedRequest.SPAN) instanceof InboundSpan span ? span : null;
    }

    /** Returns the milliseconds of its phases: receiving it, composing the reply, sending that; null if no mashup answers it. */
    @Nullable
    Map<String, Object> phases() {
        TakenRequest taken = taken();
        if (taken == null) {
            return null;
        }
        long here = taken.sinceArrivalNanos();
        long compose = Math.min(here, taken.composeNanos());
        Map<String, Object> phases = new LinkedHashMap<>();
        phases.put("receive", ExchangeTimes.millis(nanos - here));
        phases.put("compose", ExchangeTimes.millis(compose));
        phases.put("send", ExchangeTimes.millis(here - compose));
        return phases;
    }

    /** Returns the members of its line that {@code fields} choose, as values of a JSON document. */
    Map<String, Object> members(List<LogField> fields) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (LogField field : fields) {
            Object value = value(field);
            if (value != null) {
                members.put(field.configured(), value);
            }
        }
        return members;
    }

    /** Returns the value of a member of its line, as that of a JSON document; null if there is none. */
    private @Nullable Object value(LogField field) {
        return switch (field) {
            case CLIENT -> Request.getRemoteAddr(request);
            case CALLER -> caller();
            case METHOD -> LogText.shortened(method());
            case TARGET -> LogText.shortened(target());
            case PROTOCOL -> request.getConnectionMetaData().getProtocol();
            case STATUS -> status();
            case BYTES -> bytes();
            case MS -> ExchangeTimes.millis(nanos);
            case REFERER -> LogText.shortened(field(HttpHeader.REFERER));
            case USER_AGENT -> LogText.shortened(field(HttpHeader.USER_AGENT));
            case REQUEST_ID -> id();
            case TRACE_ID -> span() == null ? null : span().traceId();
            case SPAN_ID -> span() == null ? null : span().spanId();
            case MASHUP -> mashup();
            case OUTCOME -> outcome();
            case REFUSED_BY -> refusedBy();
            case MISSING -> missing().isEmpty() ? null : missing();
            case PHASES -> phases();
            case EXCHANGES -> exchanges().isEmpty() ? null : ExchangeTimes.tree(exchanges());
        };
    }

    private @Nullable String refusedBy() {
        TakenRequest taken = taken();
        RefusedBy by = taken == null ? OtherRequests.refusedBy(request, status()) : taken.refusedBy();
        return by == null ? null : by.label();
    }

    private List<String> missing() {
        TakenRequest taken = taken();
        return taken == null ? List.of() : taken.missing();
    }

    private String outcome() {
        int status = status();
        if (status == 0 || status == Status.CLIENT_CLOSED_REQUEST) {
            return "client_gone";
        }
        if (status >= FIRST_FAILURE) {
            return "failed";
        }
        if (status >= FIRST_REFUSAL) {
            return "refused";
        }
        return missing().isEmpty() ? "complete" : "incomplete";
    }
}
