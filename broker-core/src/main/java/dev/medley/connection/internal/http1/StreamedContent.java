package dev.medley.connection.internal.http1;

import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.RequestBodyException;
import dev.medley.connection.internal.RequestParts;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.jetty.PartContent;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * A streamed body in Jetty's terms. Jetty reads it without blocking: first before the head is written, when there is nothing,
 * so that the head is written alone; then once for each part that it has demanded. So the publisher has no subscriber before
 * the head is out.
 */
final class StreamedContent implements PartContent, RequestParts.Listener {

    private final RequestBody body;
    private final Request request;
    private final TransferListener listener;
    private final RequestParts parts;
    /** The part that Jetty reads next, or null; the failure, once there is one, stays. */
    private final AtomicReference<Content.@Nullable Chunk> next = new AtomicReference<>();

    private final AtomicReference<@Nullable Runnable> demand = new AtomicReference<>();
    private volatile boolean read;

    StreamedContent(RequestBody body, Executor pool, Request request, TransferListener listener) {
        this.body = body;
        this.request = request;
        this.listener = listener;
        parts = new RequestParts(body, pool, this);
    }

    @Override
    public boolean isRead() {
        return read;
    }

    // ---- For Jetty. ---------------------------------------------------------------------------------------------

    @Override
    public String getContentType() {
        return body.contentType();
    }

    /** An empty body is sent in chunks: with its length alone it would be complete before the publisher has completed. */
    @Override
    public long getLength() {
        return body.length() == 0 ? -1 : body.length();
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk chunk = next.getAndUpdate(held -> Content.Chunk.isFailure(held) ? held : null);
        read |= chunk != null && chunk.isLast() && !Content.Chunk.isFailure(chunk);
        return chunk;
    }

    @Override
    public void demand(Runnable onPart) {
        demand.set(onPart);
        if (next.get() == null) {
            listener.onRequestPart(false);
            parts.demand();
        } else {
            resume();
        }
    }

    /** Called when the request is aborted, whatever the reason. */
    @Override
    public void fail(Throwable failure) {
        parts.cancel();
        next.updateAndGet(held -> Content.Chunk.isFailure(held) ? held : Content.Chunk.from(failure));
        resume();
    }

    // ---- For the publisher. -------------------------------------------------------------------------------------

    @Override
    public void onPart(ByteBuffer part, boolean last) {
        listener.onRequestPart(true);
        if (next.compareAndSet(null, Content.Chunk.from(part, last))) {
            resume();
        }
    }

    /** Fails the response, too, even while a write waits for the partner: the request can never be complete. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The transfer is called at the end.
    public void onPartsFailed(RequestBodyException failure) {
        request.abort(failure);
    }

    private void resume() {
        Runnable waiting = demand.getAndSet(null);
        if (waiting != null) {
            waiting.run();
        }
    }
}
