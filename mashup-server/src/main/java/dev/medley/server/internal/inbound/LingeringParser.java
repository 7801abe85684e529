package dev.medley.server.internal.inbound;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The parser of a connection of HTTP/1.1 that lingers after an early reply. It reads and drops the rest of the request (RFC
 * 9112, section 9.6). Closing at once with unread bytes would reset the connection: the client would fail to send, and might
 * never read the reply.
 *
 * <p>It drops up to {@value #MOST_BYTES} bytes; the {@link InboundWatch} ends it after {@link #MAX_DURATION}. Used by one
 * thread at a time, but for {@link #isLingering}.
 */
public final class LingeringParser extends HttpParser {

    /** The bytes that are taken after an early reply. */
    static final long MOST_BYTES = 1 << 20;

    /** The time for which they are. */
    static final Duration MAX_DURATION = Duration.ofSeconds(2);

    private final ClosedConnections closed;
    private final RequestVersion version = new RequestVersion();
    private volatile boolean lingering;
    private long dropped;

    /**
     * Creates the parser of a connection.
     *
     * @param maxHead bytes of a request line and of fields
     * @param closed counts the clients that go on sending for too long
     */
    public LingeringParser(RequestHandler handler, int maxHead, HttpCompliance compliance, ClosedConnections closed) {
        super(handler, maxHead, compliance);
        this.closed = closed;
    }

    /** Drops all that comes from now on. The request that is being read is the last one. */
    public void linger() {
        lingering = true;
    }

    /** Returns whether all that comes is dropped. */
    public boolean isLingering() {
        return lingering;
    }

    /** Jetty closes the connection of a parser that is terminated. */
    @Override
    public boolean isTerminated() {
        return super.isTerminated() && !(isClose() && lingering && dropped <= MOST_BYTES);
    }

    @Override
    public boolean parseNext(ByteBuffer buffer) {
        if (lingering) {
            drop(buffer);
        } else if (getState().compareTo(State.HEADER) < 0) {
            version.read(buffer);
        }
        return super.parseNext(buffer);
    }

    private void drop(ByteBuffer buffer) {
        boolean before = dropped <= MOST_BYTES;
        dropped += buffer.remaining();
        BufferUtil.clear(buffer);
        if (before && dropped > MOST_BYTES) {
            closed.add(ClosedFor.UNREAD_BODY);
        }
    }
}
