package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.WriteBatch;
import dev.medley.thread.internal.BrokerPool;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.PrefaceFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Jetty's connection, which reads frames. It sends the preface when it opens (RFC 9113, section 3.4). */
final class FrameConnection extends HTTP2Connection implements Callback {

    private static final int INPUT_BUFFER = 16 * 1024;
    private static final int NO_PUSH = 0;

    private final Http2Connection connection;
    private final Http2Settings settings;
    private final int maxResponseHead;

    FrameConnection(
            BrokerPool pool,
            EndPoint endPoint,
            FrameSession session,
            Http2Connection connection,
            Http2Settings settings,
            int maxResponseHead) {
        super(pool.buffers(), pool.threads(), endPoint, session, INPUT_BUFFER);
        this.connection = connection;
        this.settings = settings;
        this.maxResponseHead = maxResponseHead;
        setUseInputDirectByteBuffers(true);
        setUseOutputDirectByteBuffers(true);
        connection.opening(session);
    }

    @Override
    public void onOpen() {
        FrameSession session = (FrameSession) getSession();
        List<Frame> frames = new ArrayList<>();
        frames.add(new PrefaceFrame());
        frames.add(new SettingsFrame(
                Map.of(
                        SettingsFrame.ENABLE_PUSH,
                        NO_PUSH,
                        SettingsFrame.MAX_CONCURRENT_STREAMS,
                        0,
                        SettingsFrame.INITIAL_WINDOW_SIZE,
                        StreamWindows.first(settings.streamWindow()),
                        SettingsFrame.MAX_HEADER_LIST_SIZE,
                        maxResponseHead),
                false));
        int more = settings.connectionWindow() - FlowControlStrategy.DEFAULT_WINDOW_SIZE;
        if (more > 0) {
            session.updateRecvWindow(more);
            frames.add(new WindowUpdateFrame(0, more));
        }
        session.frames(null, frames, this);
    }

    /** Called when the preface is written. */
    @Override
    public void succeeded() {
        super.onOpen();
        produce();
    }

    /** Called when the preface cannot be written. */
    @Override
    public void failed(Throwable x) {
        connection.failed(x);
        getEndPoint().close(x);
    }

    /** The requests that follow from the responses of one read are written together. */
    @Override
    public void onFillable() {
        connection.onBytes();
        WriteBatch batch = WriteBatch.begin();
        try {
            super.onFillable();
        } finally {
            batch.end();
        }
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        connection.onTransportClosed(cause == null ? new ClosedChannelException() : cause);
    }
}
