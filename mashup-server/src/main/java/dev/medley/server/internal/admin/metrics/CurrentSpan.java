package dev.medley.server.internal.admin.metrics;

import io.opentelemetry.api.trace.Span;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;

/** The span that an exemplar of a metric refers to: that of the request which the calling thread works for. */
final class CurrentSpan implements SpanContext {

    @Override
    public @Nullable String getCurrentTraceId() {
        Span span = Span.current();
        return span.getSpanContext().isValid() ? span.getSpanContext().getTraceId() : null;
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        Span span = Span.current();
        return span.getSpanContext().isValid() ? span.getSpanContext().getSpanId() : null;
    }

    @Override
    public boolean isCurrentSpanSampled() {
        return Span.current().getSpanContext().isSampled();
    }

    @Override
    public void markCurrentSpanAsExemplar() {
        // The sampler has decided before.
    }
}
