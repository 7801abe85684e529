package dev.medley.server.inbound;

import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.frames.Frame;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a client over HTTP/2. The end of a stream, or of the connection, is found by reading, which never stops; a
 * body and a reply are bounded by the deadline of their mashup.
 */
public final class Http2Client implements InboundConnection, HTTP2Session.FrameListener {

    private static final String ATTRIBUTE = Http2Client.class.getName();

    private final HTTP2ServerConnection connection;
    private final LongAdder frames = new LongAdder();

    private Http2Client(HTTP2ServerConnection connection) {
        this.connection = connection;
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
        };
    }

    static @Nullable InboundConnection of(HTTP2ServerConnection connection) {
        return connection.getAttribute(ATTRIBUTE) instanceof Http2Client known ? known : null;
    }

    @Override
    public void onIncomingFrame(Session session, Frame frame) {
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

    @Override
    public void clientGone(EofException how) {
        throw new IllegalStateException("a connection of HTTP/2 is read all the time", how);
    }
}
