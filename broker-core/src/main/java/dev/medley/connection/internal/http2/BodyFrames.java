package dev.medley.connection.internal.http2;

import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.RequestBodyException;
import dev.medley.connection.internal.RequestParts;
import dev.medley.connection.internal.TransferListener;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Sends a streamed body as DATA frames. A part is demanded when the one before is written, as far as the windows of the
 * partner allow; so one part at a time is held, and one write is under way.
 */
final class BodyFrames implements RequestParts.Listener, Callback {

    private final Executor pool;
    private final StreamTransfer transfer;
    private final TransferListener listener;
    private final RequestParts parts;
    private volatile @Nullable HTTP2Stream stream;
    private volatile boolean last;

    private BodyFrames(RequestBody body, Executor pool, StreamTransfer transfer, TransferListener listener) {
        this.pool = pool;
        this.transfer = transfer;
        this.listener = listener;
        parts = new RequestParts(body, pool, this);
    }

    /** Returns the frames of {@code body}; null if it is not streamed. */
    static @Nullable BodyFrames of(
            @Nullable RequestBody body, Executor pool, StreamTransfer transfer, TransferListener listener) {
        return body != null && body.streamed() ? new BodyFrames(body, pool, transfer, listener) : null;
    }

    /** Begins, as the head of the request is written; returns false if the body is written, too. */
    boolean start(HTTP2Stream opened) {
        if (last) {
            return false;
        }
        stream = opened;
        demand();
        return true;
    }

    /** Ends it, if it has not ended: no further frame is sent. */
    void cancel() {
        parts.cancel();
    }

    private void demand() {
        listener.onRequestPart(false);
        parts.demand();
    }

    @Override
    public void onPart(ByteBuffer part, boolean end) {
        HTTP2Stream opened = stream;
        if (opened != null) {
            listener.onRequestPart(true);
            last = end;
            opened.data(new DataFrame(opened.getId(), part, end), this);
        }
    }

    @Override
    public void onPartsFailed(RequestBodyException failure) {
        transfer.abort(failure);
    }

    /** A part is written. */
    @Override
    public void succeeded() {
        HTTP2Stream opened = stream;
        if (last && opened != null) {
            transfer.succeeded(opened);
        } else {
            demand();
        }
    }

    /** A part is not written, or not whole. */
    @Override
    public void failed(Throwable failure) {
        cancel();
        HTTP2Stream opened = stream;
        if (opened != null && !opened.isLastDataReceived()) {
            // The reason, a reset or the end of the connection, may be about to be reported.
            pool.execute(() -> transfer.failed(failure));
        }
    }
}
