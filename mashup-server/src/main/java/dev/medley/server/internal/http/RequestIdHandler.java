package dev.medley.server.internal.http;

import dev.medley.context.Context;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.servlet.internal.inbound.TakenRequest;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.TracedRequest;
import dev.medley.trace.internal.Tracing;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Gives each request its id and its span before all else: for filters and mashups, for the log, and for the reply, whatever makes it. No
 * value of the MDC or of a registered thread-local stays on the thread.
 */
public final class RequestIdHandler extends Handler.Wrapper {

    private final RequestIds ids;
    private final @Nullable Tracing tracing;

    /**
     * Creates a handler that gives the requests to {@code handler} an id of {@code ids}.
     *
     * @param tracing begins their spans; null for none
     */
    public RequestIdHandler(RequestIds ids, @Nullable Tracing tracing, Handler handler) {
        super(handler);
        this.ids = ids;
        this.tracing = tracing;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        RequestId id = given(ids, tracing, request);
        response.getHeaders().put(ids.field(), id.value());
        InboundSpan span = request.getAttribute(TracedRequest.SPAN) instanceof InboundSpan begun ? begun : null;
        if (span != null) {
            Request.addCompletionListener(request, failure -> {
                // The end of a mashup's reply is that which its metrics count: Jetty's status is 200 where a body was
                // cut
                // off.
                if (request.getAttribute(TakenRequest.ATTRIBUTE) == null) {
                    span.end(response.getStatus(), failure != null);
                }
            });
        }
        Context.Scope scope = TracedRequest.context(id.value(), span).enter();
        try {
            return super.handle(request, response, callback);
        } finally {
            scope.close();
        }
    }

    /** Returns the id of {@code request}. A request without one gets the id in its fields, or a new one. */
    static RequestId given(RequestIds ids, @Nullable Tracing tracing, Request request) {
        if (request.getAttribute(RequestId.ATTRIBUTE) instanceof RequestId earlier) {
            return earlier;
        }
        TracedRequest traced = TracedRequest.of(ids, tracing, request.getMethod(), request.getHeaders()::getValuesList);
        request.setAttribute(RequestId.ATTRIBUTE, traced.id());
        InboundSpan span = traced.span();
        if (span != null) {
            request.setAttribute(TracedRequest.SPAN, span);
            span.describe(
                    request.getHttpURI().getScheme(),
                    request.getHttpURI().getPath(),
                    Request.getServerName(request),
                    Request.getServerPort(request),
                    Request.getRemoteAddr(request),
                    request.getConnectionMetaData().getProtocol(),
                    request.getHeaders().get(HttpHeader.USER_AGENT),
                    traced.id());
        }
        return traced.id();
    }
}
