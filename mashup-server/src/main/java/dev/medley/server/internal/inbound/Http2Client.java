package dev.medley.server.internal.inbound;

import dev.medley.config.ClientSettings;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a client over HTTP/2. The end of a stream, or of the connection, is found by reading, which never stops. Each
 * body has a pace of its own ({@link Http2Body}), and so has each reply that waits for the client ({@link InboundWindows}).
 */
public final class Http2Client implements InboundConnection, HTTP2Session.FrameListener {

    /** Of the streams of a client beyond its share, one in so many is ended at a time. */
    private static final int ENDED_AT_ONCE = 8;

    private static final String ATTRIBUTE = Http2Client.class.getName();

    private final HTTP2ServerConnection connection;
    private final InboundWindows windows;
    private final LongAdder frames = new LongAdder();
    /** Null where the connection is over no socket. */
    private final @Nullable FrameBacklog backlog;
    /** Most connections have none. */
    private volatile boolean hasHadBodies;

    private Http2Client(HTTP2ServerConnection connection) {
        this.connection = connection;
        windows = (InboundWindows) connection.getSession().getFlowControlStrategy();
        InboundEndPoint socket = InboundEndPoint.of(connection.getEndPoint());
        backlog = socket == null ? null : new FrameBacklog(socket);
    }

    /** Returns the listener that has the frames of each connection counted. */
    public static Connection.Listener listener() {
        return new Connection.Listener() {
            @Override
            public void onOpened(Connection connection) {
                if (connection instanceof HTTP2ServerConnection http2) {
                    Http2Client client = new Http2Client(http2);
                    http2.setAttribute(ATTRIBUTE, client);
                    http2.getSession().addEventListener(client);
                }
            }

            @Override
            public void onClosed(Connection connection) {
                Http2Client client = connection instanceof HTTP2ServerConnection http2 ? of(http2) : null;
                if (client != null) {
                    client.windows.close();
                }
            }
        };
    }

    /** Returns the client of {@code connection}; null before it is open. */
    static @Nullable Http2Client of(HTTP2ServerConnection connection) {
        return connection.getAttribute(ATTRIBUTE) instanceof Http2Client known ? known : null;
    }

    @Override
    public void onIncomingFrame(Session session, Frame frame) {
        frames.increment();
        if (backlog != null) {
            backlog.add(frame);
        }
    }

    /** A frame of an unknown type has come whole, which is no {@linkplain #onIncomingFrame incoming frame} to Jetty. */
    void frameIgnored() {
        frames.increment();
    }

    @Override
    public long arrived() {
        return frames.sum();
    }

    @Override
    public long bytesIn() {
        return connection.getBytesIn();
    }

    @Override
    public boolean isServing() {
        return connection.getSession().getStreamCount() > 0;
    }

    @Override
    public boolean isSession() {
        Collection<Stream> streams = connection.getSession().getStreams();
        return !streams.isEmpty() && streams.stream().allMatch(each -> SessionRequest.isOne((HTTP2Stream) each));
    }

    @Override
    public long servingNanos() {
        return 0;
    }

    @Override
    public boolean awaitsHead() {
        return true;
    }

    @Override
    public boolean awaitsBody() {
        return false;
    }

    /** What comes for a stream that has been reset is dropped by Jetty, and takes no turn of others. */
    @Override
    public boolean isLingering() {
        return false;
    }

    /** The body of a request begins to come. */
    void bodyBegins() {
        if (!hasHadBodies) {
            hasHadBodies = true;
        }
    }

    @Override
    public int endSlowBodies(long elapsed, ClientSettings bounds) {
        int slow = 0;
        if (hasHadBodies) {
            for (Stream each : connection.getSession().getStreams()) {
                if (each.getAttribute(Http2Body.ATTRIBUTE) instanceof Http2Body body
                        && body.isTooSlow(elapsed, bounds)) {
                    body.end();
                    slow++;
                }
            }
        }
        return slow;
    }

    @Override
    public int endSlowReplies(long elapsed, ClientSettings bounds) {
        int slow = 0;
        windows.lookAgain();
        if (windows.mayWait()) {
            Collection<Stream> streams = connection.getSession().getStreams();
            windows.lookBegins(streams.size());
            for (Stream each : streams) {
                HTTP2Stream stream = (HTTP2Stream) each;
                if (!InboundWindows.waitsForClient(stream) || SessionRequest.isOne(stream)) {
                    windows.goesOn(stream);
                } else if (windows.isTooSlow(stream, elapsed, bounds)) {
                    end(stream, ErrorCode.CANCEL_STREAM_ERROR, ClosedFor.SLOW_READER.label());
                    slow++;
                }
            }
        }
        return slow;
    }

    /** Ends a part of them only: what an ended request holds is given back soon, by another thread. */
    @Override
    public int endWaiting(Debt debt) {
        Collection<Stream> streams = connection.getSession().getStreams();
        int most = Math.max(1, streams.size() / ENDED_AT_ONCE);
        int ended = 0;
        for (Stream each : streams) {
            HTTP2Stream stream = (HTTP2Stream) each;
            // All are looked at: how long they have waited is known by that.
            if (windows.standsStill(stream, debt) && ended < most) {
                end(stream, ErrorCode.ENHANCE_YOUR_CALM_ERROR, ClosedFor.BEYOND_SHARE.label());
                ended++;
            }
        }
        return ended;
    }

    /** Ends the request on {@code stream} as RST_STREAM of the client would. */
    void end(HTTP2Stream stream, ErrorCode code, String reason) {
        stream.reset(new ResetFrame(stream.getId(), code.code), Callback.NOOP);
        if (InboundHttp2.hasBegun(stream)) {
            connection.onStreamFailure(stream, new EofException(reason), Callback.NOOP);
        }
    }

    @Override
    public void clientGone(EofException how) {
        throw new IllegalStateException("a connection of HTTP/2 is read all the time", how);
    }
}
