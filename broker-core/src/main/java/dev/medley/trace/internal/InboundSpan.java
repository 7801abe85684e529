package dev.medley.trace.internal;

import dev.medley.connection.Header;
import dev.medley.context.RequestId;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The span of an inbound request, from its arrival to the end of its reply. Thread-safe. */
public final class InboundSpan {

    private static final int FIRST_SERVER_ERROR = 500;
    private static final String CLIENT_GONE = "client gone";
    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

    private final Span span;
    private final boolean recording;
    private final String method;
    /** False if an agent or a filter describes and ends it. */
    private final boolean owned;

    InboundSpan(Span span, String method, boolean owned) {
        this.span = span;
        recording = span.isRecording();
        this.owned = owned;
        this.method = HttpAttributes.method(method);
    }

    /** Returns whether its trace is recorded; the same after its end. */
    public boolean isRecording() {
        return recording;
    }

    /** Returns the id of its trace, in 32 hexadecimal digits. */
    public String traceId() {
        return span.getSpanContext().getTraceId();
    }

    /** Returns its own id, in 16 hexadecimal digits. */
    public String spanId() {
        return span.getSpanContext().getSpanId();
    }

    /** Returns the fields by which a partner's span would be a child of it. */
    public List<Header> fields() {
        return Tracing.fields(span);
    }

    /** Returns whether {@code other} is of its trace. */
    private boolean isAround(Span other) {
        return other.getSpanContext().isValid()
                && other.getSpanContext().getTraceId().equals(traceId());
    }

    /** Returns {@code current}, with a span of this trace: that which code of the request has begun in it and not ended, else this. */
    Context in(Context current) {
        Span within = Span.fromContext(current);
        return isAround(within) && within.isRecording() == recording ? current : current.with(span);
    }

    /** Returns what {@code work} returns, which has it as the current span, or one that a filter has begun below it. */
    public <T> T around(Supplier<T> work) {
        Scope scope = in(Context.current()).makeCurrent();
        try {
            return work.get();
        } finally {
            scope.close();
        }
    }

    /** Runs {@code work}, which has it as the current span. */
    public void during(Runnable work) {
        Scope scope = Context.current().with(span).makeCurrent();
        try {
            work.run();
        } finally {
            scope.close();
        }
    }

    /** Describes the request. */
    public void describe(
            String scheme,
            String path,
            @Nullable String host,
            int port,
            @Nullable String client,
            String protocol,
            @Nullable String userAgent,
            RequestId id) {
        if (owned && span.isRecording()) {
            span.setAttribute(HttpAttributes.METHOD, method);
            span.setAttribute(HttpAttributes.SCHEME, scheme);
            span.setAttribute(HttpAttributes.PATH, withoutParameters(path));
            span.setAttribute(HttpAttributes.PROTOCOL, HttpAttributes.version(protocol));
            span.setAttribute(HttpAttributes.REQUEST_ID, id.value());
            set(HttpAttributes.SERVER, host);
            span.setAttribute(HttpAttributes.PORT, (long) port);
            set(HttpAttributes.CLIENT, client);
            set(HttpAttributes.USER_AGENT, userAgent);
        }
    }

    /** The mashup of {@code route} answers it. */
    public void route(String route) {
        if (owned) {
            span.updateName(method + " " + route);
            span.setAttribute(HttpAttributes.ROUTE, route);
        }
    }

    /** A session's id stands in a parameter of a path, where cookies are not taken. */
    private static String withoutParameters(String path) {
        return path.indexOf(';') < 0 ? path : PARAMETERS.matcher(path).replaceAll("");
    }

    private void set(AttributeKey<String> key, @Nullable String value) {
        if (value != null) {
            span.setAttribute(key, value);
        }
    }

    /** Its reply lacks the values of {@code exchanges}. */
    public void missing(List<String> exchanges) {
        if (recording && !exchanges.isEmpty()) {
            span.setAttribute(HttpAttributes.MISSING, exchanges);
        }
    }

    /** Ends it with the status of the reply. Again without effect. */
    public void end(int status, boolean clientGone) {
        if (!owned) {
            return;
        }
        span.setAttribute(HttpAttributes.STATUS, (long) status);
        if (status >= FIRST_SERVER_ERROR) {
            span.setAttribute(HttpAttributes.ERROR, Integer.toString(status));
            span.setStatus(StatusCode.ERROR);
        } else if (clientGone) {
            span.setAttribute(HttpAttributes.ERROR, CLIENT_GONE);
        }
        span.end();
    }
}
