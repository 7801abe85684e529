package dev.medley.connection.internal.jetty;

import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.FrameType;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's stream, whose DATA frames become few pieces while its reader is behind. Jetty keeps each frame as an object, and with it the
 * buffer of the connection that it was read into: a peer that sends frames of one byte, of which a window allows 64 Ki, would take
 * megabytes for each stream that is read slowly.
 *
 * <p>A frame that finds none unread goes to Jetty as it is. The bytes of those that follow are copied into an {@link UnreadPiece}, which
 * goes to Jetty when all before it is read, when it is full, and before what ends the stream.
 *
 * <p>Thread-safe: frames come from the one thread at a time that reads the connection; any thread may read the stream. No
 * callback is made under the monitor.
 */
public class CoalescingStream extends HTTP2Stream {

    /** The data that Jetty has, or is about to have, and that have not been read. Guarded by this, as the rest is. */
    private int unread;

    /** The piece that takes the next frame. */
    private @Nullable UnreadPiece open;

    /** What waits until the thread that passes a piece on to Jetty returns; null until there was any. */
    private @Nullable Deque<Runnable> waiting;

    private boolean passing;

    /** Creates a stream of {@code session}. */
    public CoalescingStream(HTTP2Session session, int streamId, MetaData.Request request, boolean local) {
        super(session, streamId, request, local);
    }

    /** A DATA frame has come. */
    @Override
    public void process(Data data) {
        boolean atOnce;
        synchronized (this) {
            // Jetty refuses what comes behind the last one.
            atOnce = isAtRest() && (unread == 0 || isLastDataReceived());
            if (atOnce) {
                unread++;
            } else {
                UnreadPiece piece = open == null ? new UnreadPiece() : open;
                piece.add(data.frame());
                open = piece;
                if (piece.isComplete()) {
                    closePiece();
                }
            }
        }
        if (atOnce) {
            super.process(data);
        } else {
            notIdle();
            passOn();
        }
    }

    /** Another frame has come, or a failure. */
    @Override
    public void process(Frame frame, Callback callback) {
        boolean ordered = frame.getType() == FrameType.HEADERS || frame.getType() == FrameType.RST_STREAM;
        boolean atOnce;
        synchronized (this) {
            atOnce = !ordered || isAtRest();
            if (!atOnce) {
                closePiece();
                defer(() -> super.process(frame, callback));
            }
        }
        if (atOnce) {
            super.process(frame, callback);
        } else {
            passOn();
        }
    }

    @Override
    public @Nullable Data readData() {
        Data data = super.readData();
        if (data != null) {
            boolean atRest;
            synchronized (this) {
                // Jetty adds an empty one at the end.
                unread = Math.max(0, unread - 1);
                atRest = isAtRest();
            }
            if (!atRest) {
                passOn();
            }
        }
        return data;
    }

    /** Passes on to Jetty what is due: the thread that finds none passing does so for all. */
    private void passOn() {
        for (Runnable next = begin(); next != null; next = begin()) {
            try {
                next.run();
            } finally {
                end();
            }
        }
    }

    private synchronized @Nullable Runnable begin() {
        if (passing) {
            return null;
        }
        if (unread == 0) {
            closePiece();
        }
        Runnable next = waiting == null ? null : waiting.poll();
        passing = next != null;
        return next;
    }

    private synchronized void end() {
        passing = false;
    }

    /** Returns whether all that has come is with Jetty. Called under the monitor. */
    private boolean isAtRest() {
        return open == null && !passing && (waiting == null || waiting.isEmpty());
    }

    /** No further frame is added to the piece that is open. Called under the monitor. */
    private void closePiece() {
        UnreadPiece piece = open;
        if (piece != null) {
            open = null;
            unread++;
            Data data = piece.toData(getId());
            defer(() -> super.process(data));
        }
    }

    private void defer(Runnable step) {
        Deque<Runnable> steps = waiting == null ? new ArrayDeque<>(2) : waiting;
        steps.add(step);
        waiting = steps;
    }
}
