package dev.medley.trace.internal;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The span of an exchange, which is recorded. Thread-safe. */
public final class ExchangeSpan {

    private static final AttributeKey<Long> MILLIS = AttributeKey.longKey("medley.pause.millis");

    private final Span span;
    private final Tracer tracer;

    ExchangeSpan(Span span, Tracer tracer) {
        this.span = span;
        this.tracer = tracer;
    }

    /**
     * Begins the span of an attempt.
     *
     * @param resends attempts before it
     * @param hedge whether it is beside the one before
     */
    public AttemptSpan attempt(String method, int resends, boolean hedge) {
        Span attempt = tracer.spanBuilder(HttpAttributes.method(method))
                .setParent(Context.root().with(span))
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(HttpAttributes.METHOD, HttpAttributes.method(method))
                .startSpan();
        if (resends > 0) {
            attempt.setAttribute(HttpAttributes.RESEND_COUNT, (long) resends);
        }
        if (hedge) {
            attempt.setAttribute(HttpAttributes.HEDGE, true);
        }
        return new AttemptSpan(attempt);
    }

    /** It waits for {@code attempt}, which was begun for another exchange. */
    public void joined(AttemptSpan attempt) {
        span.addLink(attempt.context());
    }

    /** Something has happened to it. */
    public void event(String name) {
        span.addEvent(name);
    }

    /** It waits for so long before the next attempt. */
    public void pause(long nanos) {
        span.addEvent("pause", Attributes.of(MILLIS, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    /**
     * Ends it.
     *
     * @param error why it has failed, of a few words; null if it has not
     * @param detail the same, for people; null if it has not
     * @param cache what the cache did; null if none was asked
     * @param coalesced whether it has the end of a request that was begun for another exchange
     */
    public void end(
            String outcome,
            @Nullable String error,
            @Nullable String detail,
            @Nullable String cache,
            boolean coalesced) {
        span.setAttribute(HttpAttributes.OUTCOME, outcome);
        if (coalesced) {
            span.setAttribute(HttpAttributes.COALESCED, true);
        }
        if (cache != null) {
            span.setAttribute(HttpAttributes.CACHE, cache);
        }
        if (error != null) {
            span.setAttribute(HttpAttributes.ERROR, error);
            span.setStatus(StatusCode.ERROR, detail == null ? error : detail);
        }
        span.end();
    }
}
