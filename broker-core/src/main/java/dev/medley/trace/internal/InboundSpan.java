package dev.medley.trace.internal;

import dev.medley.connection.Header;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The span of an inbound request, from its arrival to the end of its reply. Thread-safe. */
public final class InboundSpan {

    private static final int FIRST_SERVER_ERROR = 500;
    private static final String CLIENT_GONE = "client gone";

    private final Span span;
    private final String method;

    InboundSpan(Span span, String method) {
        this.span = span;
        this.method = HttpAttributes.method(method);
    }

    /** Returns whether its trace is recorded. */
    public boolean isRecording() {
        return span.isRecording();
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

    Context context() {
        return Context.root().with(span);
    }

    /** Runs {@code task}, in which it is the current span. */
    public void during(Runnable task) {
        Executor direct = Runnable::run;
        context().wrap(direct).execute(task);
    }

    /** Describes the request. */
    public InboundSpan request(
            String path,
            @Nullable String route,
            String scheme,
            @Nullable String host,
            @Nullable String client,
            String protocol,
            @Nullable String userAgent,
            String requestId) {
        if (span.isRecording()) {
            span.updateName(route == null ? method : method + " " + route);
            span.setAttribute(HttpAttributes.METHOD, method);
            span.setAttribute(HttpAttributes.PATH, path);
            span.setAttribute(HttpAttributes.SCHEME, scheme);
            span.setAttribute(HttpAttributes.PROTOCOL, protocol.substring(protocol.indexOf('/') + 1));
            span.setAttribute(HttpAttributes.REQUEST_ID, requestId);
            set(HttpAttributes.ROUTE, route);
            set(HttpAttributes.SERVER, host);
            set(HttpAttributes.CLIENT, client);
            set(HttpAttributes.USER_AGENT, userAgent);
        }
        return this;
    }

    private void set(io.opentelemetry.api.common.AttributeKey<String> key, @Nullable String value) {
        if (value != null) {
            span.setAttribute(key, value);
        }
    }

    /** Ends it with the status of the reply. */
    public void end(int status, boolean clientGone) {
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
