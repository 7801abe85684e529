package dev.medley.trace.internal;

import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The id of an inbound request, and its span. Without an id of the client, the id is that of the trace.
 *
 * @param span null if there are no spans
 */
public record TracedRequest(RequestId id, @Nullable InboundSpan span) {

    /** The attribute of a request that has its {@link InboundSpan}. */
    public static final String SPAN = "dev.medley.span";

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
