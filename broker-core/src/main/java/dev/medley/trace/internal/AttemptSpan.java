package dev.medley.trace.internal;

import dev.medley.connection.Header;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The span of an attempt, which is recorded: a request to a partner, from its wait for a permit to the end of the response. Thread-safe. */
public final class AttemptSpan {

    private static final int FIRST_ERROR = 400;

    private final Span span;

    AttemptSpan(Span span) {
        this.span = span;
    }

    SpanContext context() {
        return span.getSpanContext();
    }

    /** Returns {@code fields}, by which the partner's span is a child of it. */
    public List<Header> addedTo(List<Header> fields) {
        List<Header> all = new ArrayList<>(fields);
        all.removeIf(field -> field.name().equalsIgnoreCase(Tracing.TRACE_STATE));
        all.addAll(Tracing.fields(span));
        return all;
    }

    /** Something has happened to it. */
    public void event(String name) {
        span.addEvent(name);
    }

    /** It goes to {@code host} and {@code port}; {@code url} has nothing secret. */
    public void goesTo(String host, int port, String url) {
        span.setAttribute(HttpAttributes.SERVER, host);
        span.setAttribute(HttpAttributes.PORT, (long) port);
        span.setAttribute(HttpAttributes.URL, url);
    }

    /**
     * Ends it.
     *
     * @param status of the response; 0 if there was none
     * @param protocol of the connection; null if there was none
     * @param error why there was no response, or none that could be used, in a few words; null if there was one
     * @param cancelled whether nobody waits for it any more, which is no error
     */
    public void end(int status, @Nullable String protocol, @Nullable String error, boolean cancelled) {
        if (status > 0) {
            span.setAttribute(HttpAttributes.STATUS, (long) status);
        }
        if (protocol != null) {
            span.setAttribute(HttpAttributes.PROTOCOL, protocol);
        }
        if (cancelled) {
            span.setAttribute(HttpAttributes.OUTCOME, "cancelled");
        }
        String shown = status >= FIRST_ERROR ? Integer.toString(status) : error;
        if (shown != null) {
            span.setAttribute(HttpAttributes.ERROR, shown);
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }
}
