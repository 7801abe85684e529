package dev.medley.connection.internal.http2;

import java.util.List;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's flow control, which grants the partner more of a window once a share of it has been consumed. It differs in this:
 *
 * <ul>
 *   <li>The bytes consumed of a response are counted in its stream. Jetty has a map, whose entry each stream would keep while
 *       its response is awaited.
 *   <li>Bytes count as consumed for the connection when they have arrived. Otherwise a few responses that are read slowly, as
 *       their clients are slow, would use up its window and stall all others.
 *   <li>What such responses hold is bounded by the windows of their streams, so these begin small. A response whose parts are
 *       read as they come is granted the whole window once it turns out to be large.
 * </ul>
 */
final class StreamWindows extends BufferingFlowControlStrategy {

    /** The share of a window that may be consumed before the partner is granted more. */
    private static final float SHARE = 0.5F;

    /** The window of a stream at first. */
    private static final int FIRST_WINDOW = 64 * 1024;

    private final int streamWindow;

    /** @param streamWindow of a response whose parts are read as they come, in bytes */
    StreamWindows(int streamWindow) {
        super(SHARE);
        this.streamWindow = streamWindow;
    }

    /** Returns the window with which streams begin, in bytes, if {@code streamWindow} is the largest. */
    static int first(int streamWindow) {
        return Math.min(FIRST_WINDOW, streamWindow);
    }

    @Override
    public void onStreamCreated(Stream stream) {
        updateSendWindow(stream, getInitialStreamSendWindow());
        updateRecvWindow(stream, getInitialStreamRecvWindow());
    }

    @Override
    public void onDataReceived(Session session, @Nullable Stream stream, int length) {
        super.onDataReceived(session, stream, length);
        super.onDataConsumed(session, null, length);
    }

    @Override
    public void onDataConsumed(Session session, @Nullable Stream stream, int length) {
        if (length > 0 && stream instanceof FrameStream counting && !stream.isRemotelyClosed()) {
            int window = counting.isWide() ? streamWindow : first(streamWindow);
            int granted = counting.consumed(length, (int) (window * SHARE));
            if (granted > 0) {
                if (counting.widen()) {
                    granted += streamWindow - window;
                }
                updateRecvWindow(stream, granted);
                sendWindowUpdate(session, stream, List.of(new WindowUpdateFrame(stream.getId(), granted)));
            }
        }
    }
}
