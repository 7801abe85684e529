package dev.medley.connection.http2;

import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's stream. Where the partner breaks the protocol, Jetty resets the stream of its own accord without a callback; this
 * one reports it.
 */
final class FrameStream extends HTTP2Stream {

    FrameStream(HTTP2Session session, int streamId, MetaData.@Nullable Request request, boolean local) {
        super(session, streamId, request, local);
    }

    @Override
    public void reset(ResetFrame frame, Callback callback) {
        super.reset(frame, callback);
        if (!(frame instanceof CancelFrame) && getListener() instanceof StreamTransfer transfer) {
            transfer.malformed(
                    frame.getError() == ErrorCode.PROTOCOL_ERROR.code
                            ? "it is not as long as its Content-Length"
                            : "reset with " + ErrorCode.toString(frame.getError(), "code " + frame.getError()));
        }
    }
}
