package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.jetty.ClientSession;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.http2.generator.Generator;
import org.eclipse.jetty.http2.parser.Parser;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.MathUtils;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A session whose streams are {@link FrameStream}s. It differs from Jetty's in this, too:
 *
 * <ul>
 *   <li>A malformed response fails its stream before Jetty has seen it: Jetty would fail the connection, or nothing.
 *   <li>Header fields of streams that are closed, and small window updates, count towards the rate of frames.
 * </ul>
 */
final class FrameSession extends ClientSession {

    /** Window updates of fewer bytes count towards the rate of frames. */
    private static final int SMALL_WINDOW_UPDATE = 1024;

    private final FrameRate rate;
    private final int maxFields;

    FrameSession(
            Scheduler scheduler,
            EndPoint endPoint,
            Parser parser,
            Generator generator,
            Session.Listener listener,
            FlowControlStrategy flowControl,
            FrameRate rate,
            int maxFields) {
        super(scheduler, endPoint, parser, generator, listener, flowControl);
        this.rate = rate;
        this.maxFields = maxFields;
    }

    @Override
    protected HTTP2Stream newStream(int streamId, MetaData.Request request, boolean local) {
        return new FrameStream(this, streamId);
    }

    @Override
    public void onHeaders(HeadersFrame frame) {
        StreamTransfer transfer = transfer(frame.getStreamId());
        String fault = transfer == null ? null : transfer.faultOf(frame, maxFields);
        if (transfer != null && fault != null) {
            transfer.malformed(fault);
        } else if (transfer != null || rate.permits(frame)) {
            super.onHeaders(frame);
        } else {
            tooMany("invalid_headers_frame_rate");
        }
    }

    @Override
    public void onData(Stream.Data data) {
        StreamTransfer transfer = transfer(data.frame().getStreamId());
        if (transfer != null && !transfer.hasHead()) {
            transfer.malformed("its body comes before its header fields");
        }
        super.onData(data);
    }

    /** Where a window is too large, Jetty would reset the stream without a callback. */
    @Override
    public void onWindowUpdate(WindowUpdateFrame frame) {
        HTTP2Stream stream = getStream(frame.getStreamId());
        if (frame.getWindowDelta() < SMALL_WINDOW_UPDATE && !rate.permits(frame)) {
            tooMany("invalid_window_update_frame_rate");
        } else if (stream != null && MathUtils.sumOverflows(stream.updateSendWindow(0), frame.getWindowDelta())) {
            ((StreamTransfer) stream.getListener()).malformed("the window of its stream is larger than 2^31-1");
        } else {
            super.onWindowUpdate(frame);
        }
    }

    private void tooMany(String reason) {
        onConnectionFailure(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code, reason);
    }

    private @Nullable StreamTransfer transfer(int streamId) {
        HTTP2Stream stream = getStream(streamId);
        return stream == null ? null : (StreamTransfer) stream.getListener();
    }
}
