package dev.medley.server.internal.inbound;

import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.Frame;

/**
 * The frames that a client has sent while its socket takes nothing. What each of them asks for waits in Jetty's queue until the present
 * write is over, 55 bytes for a WINDOW_UPDATE, 200 for the answer to a PING, and no account has it. A client that reads sends a few frames
 * for what it is sent, so what it takes counts against them, also in advance: it reads what its socket holds after the server has seen it go. Those
 * of bodies have their windows.
 *
 * <p>For the one thread at a time that reads the connection.
 */
final class FrameBacklog {

    private static final int MOST = 10_000;
    /** A frame is no more than the answer to so many bytes. */
    private static final int BYTES_PER_FRAME = 16;

    private final InboundEndPoint socket;
    private long frames;
    /** Bytes that the client had been sent at the last one. */
    private long flushed;

    FrameBacklog(InboundEndPoint socket) {
        this.socket = socket;
    }

    /** Counts {@code frame}, and closes the connection if there are too many. */
    void add(Frame frame) {
        if (frame instanceof DataFrame) {
            return;
        }
        long now = socket.flushed();
        frames = Math.max(-MOST, frames - (now - flushed) / BYTES_PER_FRAME);
        frames = socket.isWritePending() ? frames + 1 : Math.min(frames, 0);
        flushed = now;
        if (frames > MOST && socket.isOpen()) {
            socket.close(ClosedFor.BEYOND_SHARE);
        }
    }
}
