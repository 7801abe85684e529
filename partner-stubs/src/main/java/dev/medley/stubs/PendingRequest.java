package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.Pieces;
import dev.medley.stubs.internal.endpoint.StreamedBody;
import dev.medley.stubs.internal.endpoint.StubResponse;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * One request and the way to answer it.
 *
 * @param callback to be completed once, when the reply is written or cannot be
 * @param executor the threads that long replies are written from
 */
record PendingRequest(Request request, Response response, Callback callback, Executor executor) {

    /** Writes the reply without blocking. */
    void write(StubResponse reply) {
        response.setStatus(reply.status());
        if (HttpStatus.hasNoBody(reply.status())) {
            response.getHeaders().add(reply.fields()).remove(HttpHeader.CONTENT_TYPE);
            response.write(true, BufferUtil.EMPTY_BUFFER, callback);
            return;
        }
        Pieces body = reply.body();
        response.getHeaders().add(reply.fields()).put(HttpHeader.CONTENT_LENGTH, body.length());
        if (HttpMethod.HEAD.is(request.getMethod()) || !body.hasNext()) {
            response.write(true, BufferUtil.EMPTY_BUFFER, callback);
            return;
        }
        ByteBuffer first = body.next();
        if (body.hasNext()) {
            // A fast caller may keep the writer busy for long, and this may be the thread that watches connections.
            executor.execute(new StreamedBody(first, body, response, callback)::iterate);
        } else {
            response.write(true, first, callback);
        }
    }
}
