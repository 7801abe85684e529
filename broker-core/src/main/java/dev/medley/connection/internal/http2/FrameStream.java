package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.jetty.CoalescingStream;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/**
 * Jetty's stream. It differs in this:
 *
 * <ul>
 *   <li>Where the partner breaks the protocol, Jetty resets the stream of its own accord without a callback; this one reports
 *       it.
 *   <li>It does not keep the head of its request, which has been written long before the response comes.
 * </ul>
 */
final class FrameStream extends CoalescingStream {

    /** Stands for the request of each stream: all that Jetty reads of it is whether it is CONNECT, which is never sent. */
    private static final MetaData.Request REQUEST = new MetaData.Request(
            HttpMethod.GET.asString(), HttpURI.from("/"), HttpVersion.HTTP_2, HttpFields.EMPTY, -1);

    private static final AtomicIntegerFieldUpdater<FrameStream> CONSUMED =
            AtomicIntegerFieldUpdater.newUpdater(FrameStream.class, "consumed");

    /** Bytes of the response that have been consumed since the partner was last granted more. */
    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile int consumed;

    /** True once a part of the response may wait for its reader. */
    private volatile boolean slow;

    private volatile boolean wide;

    FrameStream(HTTP2Session session, int streamId) {
        super(session, streamId, REQUEST, true);
    }

    /** Counts bytes of the response that are consumed; returns all since the last grant if they exceed {@code most}, else 0. */
    int consumed(int bytes, int most) {
        return CONSUMED.addAndGet(this, bytes) > most ? CONSUMED.getAndSet(this, 0) : 0;
    }

    /** A part of the response may wait for its reader: the partner is granted no larger window. */
    void readSlowly() {
        slow = true;
    }

    /** Returns whether the window is to become larger, which it is told once. */
    boolean widen() {
        if (slow || wide) {
            return false;
        }
        wide = true;
        return true;
    }

    boolean isWide() {
        return wide;
    }

    @Override
    public void reset(ResetFrame frame, Callback callback) {
        super.reset(frame, callback);
        if (!(frame instanceof CancelFrame) && getListener() instanceof StreamTransfer transfer) {
            transfer.malformed(
                    frame.getError() == ErrorCode.PROTOCOL_ERROR.code
                            ? "its length differs from its Content-Length"
                            : "reset with " + ErrorCode.toString(frame.getError(), "code " + frame.getError()));
        }
    }
}
