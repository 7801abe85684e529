package dev.medley.server.internal.admin.log;

import dev.medley.config.LogField;
import dev.medley.connection.internal.SecretNames;
import dev.medley.context.RequestId;
import dev.medley.exchange.Exchange;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.MalformedRequest;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.TakenRequest;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.TracedRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/**
 * An inbound request that Jetty has ended, or its session, as logs describe it. It keeps nothing of Jetty's request, which is used again. Values that
 * look like secrets are masked.
 */
final class LoggedRequest {

    private static final int FIRST_REFUSAL = 400;
    private static final int FIRST_FAILURE = 500;
    private static final Pattern PATH_PARAMETERS = Pattern.compile(";[^/]*");

    /** The exchanges beyond those that are listed. */
    private static final String OMITTED = "exchanges_omitted";
    /** Why a request is malformed. */
    private static final String CAUSE = "cause";

    private final @Nullable TakenRequest taken;
    private final @Nullable TopicUse topics;
    private final long beginNanos;
    private long nanos;
    private final long beganMillis;
    private final String client;
    private final String method;
    private final String target;
    private final String protocol;
    private final int sentStatus;
    private long bytes;
    private final @Nullable String caller;
    private final @Nullable String referer;
    private final @Nullable String userAgent;
    private final @Nullable String id;
    private final @Nullable InboundSpan span;
    private final @Nullable String cause;

    /** Reads {@code request}, which has taken {@code nanos} from its first byte to the end of its reply. */
    LoggedRequest(
            Request request, Response response, @Nullable TakenRequest taken, @Nullable TopicUse topics, long nanos) {
        this.taken = taken;
        this.topics = topics;
        beginNanos = request.getBeginNanoTime();
        this.nanos = nanos;
        beganMillis = Request.getTimeStamp(request);
        client = Request.getRemoteAddr(request);
        method = request.getMethod();
        target = target(request.getHttpURI());
        protocol = request.getConnectionMetaData().getProtocol();
        // Jetty may set another status on a request whose client has left, and count bytes that were not sent.
        boolean clientGone = request.getAttribute(RequestSummary.CLIENT_GONE) != null;
        sentStatus = clientGone ? Status.CLIENT_CLOSED_REQUEST : response.getStatus();
        MalformedRequest malformed =
                request.getAttribute(MalformedRequest.ATTRIBUTE) instanceof MalformedRequest known ? known : null;
        if (clientGone) {
            bytes = 0;
        } else if (malformed != null) {
            bytes = malformed.bytes();
        } else {
            bytes = Response.getContentBytesWritten(response);
        }
        caller = request.getAttribute(RequestSummary.CALLER) instanceof String name ? name : null;
        referer = field(request, HttpHeader.REFERER);
        userAgent = field(request, HttpHeader.USER_AGENT);
        id = request.getAttribute(RequestId.ATTRIBUTE) instanceof RequestId given ? given.value() : null;
        span = request.getAttribute(TracedRequest.SPAN) instanceof InboundSpan begun ? begun : null;
        cause = malformed == null ? null : malformed.cause();
    }

    /** Its session is over, which went on after it; before its line is written. */
    void over() {
        nanos = NanoTime.since(beginNanos);
        bytes = topics == null ? bytes : topics.bytes();
    }

    /** A CONNECT over HTTP/2 has neither a path nor a query, and an authority (RFC 9113, section 8.5). */
    private static String target(HttpURI uri) {
        String path = uri.getPathQuery();
        return masked(path == null ? String.valueOf(uri.getAuthority()) : path);
    }

    /** Path parameters are of sessions mostly ({@code ;jsessionid=}), and no mashup needs them. */
    private static String masked(String uri) {
        int query = uri.indexOf('?');
        int end = query < 0 ? uri.length() : query;
        String path = uri.substring(0, end);
        return path.indexOf(';') < 0
                ? SecretNames.masked(uri)
                : PATH_PARAMETERS.matcher(path).replaceAll(";***") + SecretNames.masked(uri.substring(end));
    }

    private static @Nullable String field(Request request, HttpHeader name) {
        String value = request.getHeaders().get(name);
        return value == null ? null : masked(value);
    }

    /** Returns the nanoseconds from the first byte of the request to the end of its reply. */
    long nanos() {
        return nanos;
    }

    /** Returns the milliseconds of the epoch at which it began. */
    long beganMillis() {
        return beganMillis;
    }

    String client() {
        return client;
    }

    String method() {
        return method;
    }

    /** Returns the path and the query. */
    String target() {
        return target;
    }

    String protocol() {
        return protocol;
    }

    /** Returns the status that was sent, or begun to be: that of a reply which was cut off may say success. */
    int sentStatus() {
        return sentStatus;
    }

    /** Returns the bytes of the body of the reply. */
    long bytes() {
        return bytes;
    }

    /** Returns the messages of its session; null if it is none. */
    @Nullable
    Long messages() {
        return topics == null ? null : topics.messages();
    }

    /** Returns the name of its caller; null if that is not known. */
    @Nullable
    String caller() {
        return caller;
    }

    @Nullable
    String referer() {
        return referer;
    }

    @Nullable
    String userAgent() {
        return userAgent;
    }

    /** Returns the id of the request; null of one that has none, as it is malformed. */
    @Nullable
    String id() {
        return id;
    }

    /** Returns its exchanges; none if no mashup answers it. */
    List<Exchange> exchanges() {
        return taken == null ? List.of() : taken.exchanges();
    }

    private List<String> missing() {
        return taken == null ? List.of() : taken.missing();
    }

    /**
     * Returns the milliseconds of those of its phases that have some; null if no mashup answers it. Jetty ends a request a little earlier
     * or later than its mashup: the difference is of the writing.
     */
    @Nullable
    Map<String, Object> phases(RequestSummary end) {
        RequestPhases times = end.phases();
        if (times == null) {
            return null;
        }
        Map<String, Object> phases = new LinkedHashMap<>();
        long left = nanos;
        for (RequestPhase phase : RequestPhase.values()) {
            long own = phase == RequestPhase.WRITING ? left : Math.min(left, times.nanos(phase));
            left -= own;
            if (ExchangeTimes.millis(own) > 0) {
                phases.put(phase.label(), ExchangeTimes.millis(own));
            }
        }
        return phases;
    }

    /**
     * Returns the members of its line that {@code fields} choose, as values of a JSON document.
     *
     * @param end what came of it
     */
    Map<String, Object> members(List<LogField> fields, RequestSummary end) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (LogField field : fields) {
            Object value = value(field, end);
            if (value != null) {
                members.put(field.configured(), value);
            }
            if (field == LogField.EXCHANGES && ExchangeTimes.omitted(exchanges()) > 0) {
                members.put(OMITTED, ExchangeTimes.omitted(exchanges()));
            }
            if (field == LogField.REFUSED_BY && cause != null) {
                members.put(CAUSE, LogText.shortened(cause));
            }
        }
        return members;
    }

    /** Returns the value of a member of its line, as that of a JSON document; null if there is none. */
    private @Nullable Object value(LogField field, RequestSummary end) {
        return switch (field) {
            case CLIENT -> client;
            case CALLER -> caller;
            case METHOD -> LogText.shortened(method);
            case TARGET -> LogText.shortened(target);
            case PROTOCOL -> protocol;
            case STATUS -> end.status();
            case BYTES -> bytes;
            case MESSAGES -> messages();
            case MS -> ExchangeTimes.millis(nanos);
            case REFERER -> LogText.shortened(referer);
            case USER_AGENT -> LogText.shortened(userAgent);
            case REQUEST_ID -> id;
            case TRACE_ID -> span == null ? null : span.traceId();
            case SPAN_ID -> span == null ? null : span.spanId();
            case MASHUP -> taken == null ? null : taken.name();
            case OUTCOME -> outcome(end);
            case REFUSED_BY -> refusedBy(end.refusedBy());
            case MISSING -> missing().isEmpty() ? null : missing();
            case PHASES -> phases(end);
            case EXCHANGES -> exchanges().isEmpty() ? null : ExchangeTimes.tree(exchanges());
        };
    }

    private static @Nullable String refusedBy(@Nullable RefusedBy by) {
        return by == null ? null : by.label();
    }

    private String outcome(RequestSummary end) {
        if (end.clientGone()) {
            return "client_gone";
        }
        if (end.status() >= FIRST_FAILURE) {
            return "failed";
        }
        if (end.status() >= FIRST_REFUSAL) {
            return "refused";
        }
        return missing().isEmpty() ? "complete" : "incomplete";
    }
}
