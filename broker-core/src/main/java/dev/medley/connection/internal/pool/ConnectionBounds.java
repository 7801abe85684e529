package dev.medley.connection.internal.pool;

import dev.medley.connection.Protocol;
import dev.medley.connection.internal.Http2Settings;
import org.jspecify.annotations.Nullable;

/**
 * The number of connections of one pool, and how many there may be. That depends on the protocol, which may be open until
 * the first connection is established.
 *
 * <p>Not thread-safe: guarded by the pool's lock.
 */
final class ConnectionBounds {

    private final Http2Settings http2;
    private int maxConnections;
    private @Nullable Protocol protocol;

    /** The streams that a further connection is expected to have: those of the last one that has reported any. */
    private int maxStreams;

    /** The streams of the connections that are open. */
    private long streams;

    private int open;
    private int draining;
    private int opening;
    private long opened;

    /**
     * Creates the bounds.
     *
     * @param protocol null if it is negotiated
     * @param maxConnections the bound where a connection carries one exchange
     */
    ConnectionBounds(@Nullable Protocol protocol, Http2Settings http2, int maxConnections) {
        this.protocol = protocol;
        this.http2 = http2;
        this.maxConnections = maxConnections;
        maxStreams = protocol == Protocol.HTTP_1_1 ? 1 : http2.maxStreams();
    }

    @Nullable
    Protocol protocol() {
        return protocol;
    }

    boolean isMultiplexed() {
        return protocol != null && protocol.multiplexed();
    }

    /** Returns whether no connection may be opened now. */
    boolean isFull() {
        return open + opening >= (isMultiplexed() ? http2.connections() : maxConnections);
    }

    /** Returns whether {@code waiting} listeners need more connections than are being opened. */
    boolean needsMore(int waiting) {
        if (protocol == null) {
            return opening == 0;
        }
        return !isMultiplexed() || (long) opening * maxStreams < waiting;
    }

    /** Returns whether no connection is open, nor may one come to be. */
    boolean isNoneInSight() {
        return open == 0 && opening == 0;
    }

    boolean isOpening() {
        return opening > 0;
    }

    /** The exchanges that the connections carry at a time. */
    int capacity() {
        if (!isMultiplexed()) {
            return maxConnections;
        }
        long further = Math.max(0, http2.connections() - open);
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, streams + further * maxStreams));
    }

    void maxConnections(int connections) {
        maxConnections = connections;
    }

    /** The streams of an open connection have changed. */
    void maxStreams(PooledConnection connection) {
        int now = connection.maxStreams();
        streams += now - connection.counted;
        connection.counted = now;
        if (now > 0) {
            maxStreams = now;
        }
    }

    // ---- The life of connections. -------------------------------------------------------------------------------

    void connecting() {
        opening++;
    }

    void connectFailed() {
        opening--;
    }

    void established(PooledConnection connection) {
        connection.known = true;
        opening--;
        open++;
        opened++;
        protocol = connection.carrier().protocol();
        maxStreams(connection);
    }

    /** A connection takes no further request; it counts if it is known. */
    void draining(PooledConnection connection) {
        if (!connection.known) {
            return;
        }
        streams -= connection.counted;
        connection.counted = 0;
        open--;
        draining++;
    }

    /** A draining connection is closed; it counts if it is known. */
    void closed(PooledConnection connection) {
        if (connection.known) {
            draining--;
        }
    }

    /** Connects that end later count no longer. */
    void forgetConnects() {
        opening = 0;
    }

    ConnectionCounts counts(int idle, int streams) {
        return new ConnectionCounts(open + draining, idle, opening, opened, streams);
    }
}
