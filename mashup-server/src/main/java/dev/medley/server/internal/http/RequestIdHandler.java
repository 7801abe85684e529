package dev.medley.server.internal.http;

import dev.medley.context.Context;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Gives each request its id before all else: for filters and mashups, for the log, and for the reply, whatever makes it. No
 * value of the MDC or of a registered thread-local stays on the thread.
 */
public final class RequestIdHandler extends Handler.Wrapper {

    private final RequestIds ids;

    /** Creates a handler that gives the requests to {@code handler} an id of {@code ids}. */
    public RequestIdHandler(RequestIds ids, Handler handler) {
        super(handler);
        this.ids = ids;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        RequestId id = given(ids, request);
        response.getHeaders().put(ids.field(), id.value());
        Context.Scope scope = Context.captureWith(RequestId.MDC_KEY, id.value()).enter();
        try {
            return super.handle(request, response, callback);
        } finally {
            scope.close();
        }
    }

    /** Returns the id of {@code request}. A request without one gets the id in its fields, or a new one. */
    static RequestId given(RequestIds ids, Request request) {
        if (request.getAttribute(RequestId.ATTRIBUTE) instanceof RequestId earlier) {
            return earlier;
        }
        RequestId id = ids.of(request.getHeaders()::getValuesList);
        request.setAttribute(RequestId.ATTRIBUTE, id);
        return id;
    }
}
