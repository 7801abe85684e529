package dev.medley.connection.internal.http2;

import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.address.Address;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import org.eclipse.jetty.http2.generator.Generator;
import org.eclipse.jetty.http2.hpack.HpackContext;
import org.eclipse.jetty.http2.parser.Parser;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Makes connections that speak HTTP/2, on the broker's pool. Thread-safe. */
public final class Http2Client {

    /** The largest frame that every peer accepts. */
    private static final int MAX_HEADER_BLOCK_FRAGMENT = 16 * 1024;

    /** HTTP/2 counts 32 bytes for each field beside its name and value, and Huffman's code may take four for one. */
    private static final int HEADER_LIST_SHARE = 4;

    /** More than the pseudo-fields, User-Agent and Content-Length take. */
    private static final int OWN_FIELDS_BYTES = 1024;

    /**
     * The buffers of header blocks that come in pieces. Jetty does not release them where the connection ends between two
     * pieces, so they are from no pool.
     */
    private static final ByteBufferPool SPLIT_HEADERS = new ByteBufferPool.Wrapper(ByteBufferPool.NON_POOLING) {
        @Override
        public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
            return super.acquire(size, false);
        }
    };

    private final BrokerPool pool;
    private final Clock clock;
    private volatile int maxHeaderListSize;

    /**
     * Creates a client.
     *
     * @param clock measures how long a partner is silent
     * @param maxRequestHead the largest head of a request, in bytes
     */
    public Http2Client(BrokerPool pool, Clock clock, int maxRequestHead) {
        this.pool = pool;
        this.clock = clock;
        maxHeaderListSize = headerListSize(maxRequestHead);
    }

    /**
     * Raises the largest head of a request, in bytes, on connections that are established from now on; a lower value than before
     * has no effect. By one thread at a time.
     */
    public void raiseMaxRequestHead(int maxRequestHead) {
        maxHeaderListSize = Math.max(maxHeaderListSize, headerListSize(maxRequestHead));
    }

    private static int headerListSize(int maxRequestHead) {
        return HEADER_LIST_SHARE * maxRequestHead + OWN_FIELDS_BYTES;
    }

    /**
     * Puts a connection above a socket, or above TLS. It is established once the partner's settings have come.
     *
     * @param endPoint is connected, with all handshakes done
     * @param limits on the responses
     * @param owner is called back as long as the connection lives
     * @param listener is called back once
     */
    public Connection newConnection(
            EndPoint endPoint,
            Address address,
            Http2Settings settings,
            ResponseLimits limits,
            ConnectionListener owner,
            ConnectListener listener) {
        Http2Connection connection = new Http2Connection(pool, clock, address, settings, owner, listener);
        Generator generator = new Generator(pool.buffers(), true, MAX_HEADER_BLOCK_FRAGMENT);
        // Requests are checked beforehand: the encoder would fail the whole connection. It takes a buffer of this size.
        generator.getHpackEncoder().setMaxHeaderListSize(maxHeaderListSize);
        FrameRate rate = new FrameRate(clock, connection, settings);
        Parser parser = newParser(rate, limits.maxHead());
        FrameSession session = new FrameSession(
                pool.scheduler(),
                endPoint,
                parser,
                generator,
                connection,
                new StreamWindows(settings.streamWindow()),
                rate,
                limits.maxFields());
        session.setMaxEncoderTableCapacity(HpackContext.DEFAULT_MAX_TABLE_CAPACITY);
        session.setMaxRemoteStreams(0);
        FrameConnection frames = new FrameConnection(pool, endPoint, session, connection, settings, limits.maxHead());
        parser.init(frames);
        return frames;
    }

    @SuppressWarnings("removal") // The constructor asks for the interface that is to be removed.
    private static Parser newParser(FrameRate rate, int maxResponseHead) {
        return new Parser(SPLIT_HEADERS, maxResponseHead, rate::permits);
    }
}
