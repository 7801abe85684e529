package dev.medley.connection.http2;

import java.util.List;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's flow control, which grants the partner more of a window once a share of it has been consumed. It differs in this:
 * the bytes consumed of a response are counted in its stream. Jetty has a map, whose entry each stream would keep while its
 * response is awaited.
 */
final class StreamWindows extends BufferingFlowControlStrategy {

    /** The share of a window that may be consumed before the partner is granted more. */
    private static final float SHARE = 0.5F;

    StreamWindows() {
        super(SHARE);
    }

    @Override
    public void onStreamCreated(Stream stream) {
        updateSendWindow(stream, getInitialStreamSendWindow());
        updateRecvWindow(stream, getInitialStreamRecvWindow());
    }

    @Override
    public void onDataConsumed(Session session, @Nullable Stream stream, int length) {
        super.onDataConsumed(session, null, length);
        if (length > 0 && stream instanceof FrameStream counting && !stream.isRemotelyClosed()) {
            int granted = counting.consumed(length, (int) (getInitialStreamRecvWindow() * SHARE));
            if (granted > 0) {
                updateRecvWindow(stream, granted);
                sendWindowUpdate(session, stream, List.of(new WindowUpdateFrame(stream.getId(), granted)));
            }
        }
    }
}
