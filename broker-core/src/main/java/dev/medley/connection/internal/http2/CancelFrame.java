package dev.medley.connection.internal.http2;

import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.frames.ResetFrame;

/** A reset by this side, as opposed to those that the partner provokes. */
final class CancelFrame extends ResetFrame {

    private CancelFrame(int streamId, ErrorCode error) {
        super(streamId, error.code);
    }

    /** Ends a stream whose response is no longer wanted. */
    static CancelFrame cancel(int streamId) {
        return new CancelFrame(streamId, ErrorCode.CANCEL_STREAM_ERROR);
    }

    /** Ends a stream whose response is not proper HTTP. */
    static CancelFrame protocolError(int streamId) {
        return new CancelFrame(streamId, ErrorCode.PROTOCOL_ERROR);
    }
}
