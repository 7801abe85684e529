package dev.medley.trace.internal;

import dev.medley.connection.Header;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Begins the spans of one broker. Thread-safe. */
public final class Tracing {

    /** The bytes by which the fields of a trace may make the head of a request longer (W3C Trace Context). */
    public static final int MAX_FIELDS = 700;

    /** The field by which a partner's spans are children of an attempt's (W3C Trace Context, section 3.2). */
    public static final String TRACE_PARENT = "traceparent";

    static final String TRACE_STATE = "tracestate";
    private static final int MAX_TRACE_STATE = 512;
    private static final String SCOPE = "dev.medley";
    private static final W3CTraceContextPropagator PROPAGATOR = W3CTraceContextPropagator.getInstance();

    private final Tracer tracer;

    private Tracing(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Returns what begins spans by {@code telemetry}, which its creator closes. Callbacks have the current span from then on. */
    public static Tracing of(OpenTelemetry telemetry) {
        SpanAccessor.register();
        return new Tracing(telemetry.getTracer(SCOPE));
    }

    /**
     * Begins the span of an inbound request, unless the calling thread has one. Null if nothing gives it an id: by an OpenTelemetry
     * that does nothing.
     *
     * @param traceparent that the request has; null for none
     * @param tracestate that the request has; null for none
     */
    public @Nullable InboundSpan inbound(String method, @Nullable String traceparent, @Nullable String tracestate) {
        Span around = Span.current();
        if (around.getSpanContext().isValid()) {
            // An agent, or a filter, has begun one: a second one would be of the same request.
            return new InboundSpan(around, method, false);
        }
        Context parent = traceparent == null ? Context.root() : extracted(traceparent, tracestate);
        Span span = tracer.spanBuilder(HttpAttributes.method(method))
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
        return span.getSpanContext().isValid() ? new InboundSpan(span, method, true) : null;
    }

    /** Begins the span of a run that no client has asked for, whatever the calling thread's is. Null if nothing gives it an id. */
    public @Nullable InboundSpan run(String mashup, String id) {
        Span span = tracer.spanBuilder("run " + mashup)
                .setNoParent()
                .setSpanKind(SpanKind.INTERNAL)
                .setAttribute(HttpAttributes.ROUTE, mashup)
                .setAttribute(HttpAttributes.REQUEST_ID, id)
                .startSpan();
        return span.getSpanContext().isValid() ? new InboundSpan(span, "GET", true) : null;
    }

    private static Context extracted(String traceparent, @Nullable String tracestate) {
        Map<String, String> fields = tracestate == null
                ? Map.of(TRACE_PARENT, traceparent)
                : Map.of(TRACE_PARENT, traceparent, TRACE_STATE, tracestate);
        return PROPAGATOR.extract(Context.root(), fields, Fields.GETTER);
    }

    /**
     * Begins the span of an exchange. Null if its trace is not recorded.
     *
     * @param inbound the span of its inbound request; null for that of the calling thread
     */
    public @Nullable ExchangeSpan exchange(@Nullable InboundSpan inbound, String partner, @Nullable String label) {
        if (inbound != null && !inbound.isRecording()) {
            return null;
        }
        Context current = Context.current();
        Context parent = inbound == null ? current : inbound.in(current);
        if (inbound == null && !Span.fromContext(parent).isRecording()) {
            // A root of its own would be a trace of each health check and each token.
            return null;
        }
        Span span = tracer.spanBuilder("exchange " + (label == null ? partner : label))
                .setParent(parent)
                .setSpanKind(SpanKind.INTERNAL)
                .setAttribute(HttpAttributes.PARTNER, partner)
                .startSpan();
        return new ExchangeSpan(span, tracer);
    }

    /** Returns the fields that have {@code span} as the parent. */
    static List<Header> fields(Span span) {
        List<Header> fields = new ArrayList<>(2);
        PROPAGATOR.inject(Context.root().with(span), fields, (carrier, name, value) -> {
            // One that is longer need not be passed on (W3C Trace Context, section 3.3.1.5); of a filter, it may be as
            // long as any.
            if (carrier != null && value.length() <= MAX_TRACE_STATE) {
                carrier.add(new Header(name, value));
            }
        });
        return fields;
    }

    private enum Fields implements TextMapGetter<Map<String, String>> {
        GETTER;

        @Override
        public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
            return carrier == null ? null : carrier.get(key);
        }
    }
}
