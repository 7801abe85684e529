package dev.medley.trace.internal;

import dev.medley.context.Context;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The id of an inbound request, and its span. Without an id of the client, the id is that of the trace.
 *
 * @param span null if there are no spans
 */
public record TracedRequest(RequestId id, @Nullable InboundSpan span) {

    private static final String TRACE_ID = "trace_id";
    private static final String SPAN_ID = "span_id";

    /** The attribute of a request that has its {@link InboundSpan}. */
    public static final String SPAN = "dev.medley.span";

    /**
     * Returns the context of the calling thread for a request with {@code id} and {@code span}: that is the current one, and the MDC has
     * both, and the ids of a recorded trace by the names that agents of OpenTelemetry use.
     */
    public static Context context(String id, @Nullable InboundSpan span) {
        if (span == null) {
            return Context.captureWith(RequestId.MDC_KEY, id);
        }
        return span.around(() -> span.isRecording()
                ? Context.captureWith(Map.of(RequestId.MDC_KEY, id, TRACE_ID, span.traceId(), SPAN_ID, span.spanId()))
                : Context.captureWith(RequestId.MDC_KEY, id));
    }

    /** Returns the id of a request by {@code ids}, and its span, which begins. */
    public static TracedRequest of(
            RequestIds ids, @Nullable Tracing tracing, String method, Function<String, List<String>> valuesOfField) {
        if (tracing == null) {
            return new TracedRequest(ids.of(valuesOfField), null);
        }
        RequestId given = ids.given(valuesOfField);
        InboundSpan span = tracing.inbound(
                method, given == null ? null : given.traceparent(), given == null ? null : given.tracestate());
        if (span == null) {
            return new TracedRequest(given == null ? RequestIds.create() : given, null);
        }
        return new TracedRequest(given == null ? new RequestId(span.traceId(), null, null) : given, span);
    }
}
