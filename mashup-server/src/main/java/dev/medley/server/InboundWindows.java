package dev.medley.server;

import java.util.List;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's flow control for the bodies of inbound requests, which grants the client more of a window once a share of it has been
 * consumed. It differs in this:
 *
 * <ul>
 *   <li>Bytes count as consumed for the connection when they have arrived. Otherwise a few bodies that mashups do not read, or
 *       send on to slow partners, would use up its window and stall all other uploads.
 *   <li>What such bodies hold is bounded by the windows of their streams, so these begin small. A body of which nothing
 *       remains unread is granted the large window once it has filled a share of the small one.
 * </ul>
 */
final class InboundWindows extends BufferingFlowControlStrategy {

    /** The window of a stream at first. */
    static final int FIRST_WINDOW = FlowControlStrategy.DEFAULT_WINDOW_SIZE;

    /** The window of a stream whose body is read as it comes. */
    private static final int LARGE_WINDOW = 512 * 1024;

    /** The share of a window that may be consumed before the client is granted more. */
    private static final float SHARE = 0.5F;

    private static final String BODY = InboundWindows.class.getName();

    InboundWindows() {
        super(SHARE);
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
        if (stream != null) {
            body(stream).received(length);
        }
    }

    @Override
    public void onDataConsumed(Session session, @Nullable Stream stream, int length) {
        if (stream == null || length == 0) {
            return;
        }
        int granted = body(stream).consumed(length);
        if (granted > 0 && !stream.isRemotelyClosed()) {
            updateRecvWindow(stream, granted);
            sendWindowUpdate(session, stream, List.of(new WindowUpdateFrame(stream.getId(), granted)));
        }
    }

    /** Called first by the one thread that reads the connection. */
    private static Body body(Stream stream) {
        if (stream.getAttribute(BODY) instanceof Body body) {
            return body;
        }
        Body first = new Body();
        stream.setAttribute(BODY, first);
        return first;
    }

    /** The bytes of one body. */
    private static final class Body {

        private int window = FIRST_WINDOW;
        private int unread;
        /** Consumed since the client was last granted more. */
        private int consumed;
        /** Consumed while the window was small. */
        private int total;

        synchronized void received(int bytes) {
            unread += bytes;
        }

        /** Returns the bytes to grant. */
        synchronized int consumed(int bytes) {
            unread -= bytes;
            consumed += bytes;
            int more = 0;
            if (window < LARGE_WINDOW) {
                total += bytes;
                if (unread == 0 && total > FIRST_WINDOW * SHARE) {
                    more = LARGE_WINDOW - FIRST_WINDOW;
                    window = LARGE_WINDOW;
                }
            }
            if (more == 0 && consumed <= window * SHARE) {
                return 0;
            }
            int granted = consumed + more;
            consumed = 0;
            return granted;
        }
    }
}
