package dev.medley.connection.internal.pool;

import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.PartnerConnection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ConnectionPool} knows of one connection, from the connect to the close. It is the listener of both.
 *
 * <p>Its fields are written and read under the pool's lock only, but for {@link #carrier()} once the connection is known.
 */
final class PooledConnection implements ConnectListener, ConnectionListener {

    private final ConnectionPool pool;
    private @Nullable PartnerConnection carrier;

    /** The request that the connect was begun for, until the connect has ended; null if it was begun ahead of need. */
    @Nullable
    LeaseRequest asker;

    // The neighbours of an idle connection: of all of them, and of those of its loop.
    @Nullable
    PooledConnection newer;

    @Nullable
    PooledConnection older;

    @Nullable
    PooledConnection newerOfLoop;

    @Nullable
    PooledConnection olderOfLoop;

    /** The number of its streams that are leased. */
    int leased;

    boolean idle;
    /** True while it has streams that are leased and others that are free. */
    boolean shared;

    /** True once the pool has it: one that failed while it was being opened is never known. */
    boolean known;

    /** The streams by which it counts in the capacity of the pool. */
    int counted;

    boolean draining;
    boolean gone;
    long idleSinceNanos;
    int idleOrder;
    int leaseOrder;

    PooledConnection(ConnectionPool pool, @Nullable LeaseRequest asker) {
        this.pool = pool;
        this.asker = asker;
    }

    /** Notes the connection, which exists from now on. */
    void carriedBy(PartnerConnection connection) {
        carrier = connection;
    }

    /** Returns the connection, which exists. */
    PartnerConnection carrier() {
        return Objects.requireNonNull(carrier, "not connected yet");
    }

    int maxStreams() {
        return carrier().maxStreams();
    }

    int loop() {
        return carrier().loop();
    }

    boolean isNewerThan(long number) {
        return carrier().isNewerThan(number);
    }

    /** Returns whether a stream is free. */
    boolean hasFreeStream() {
        return leased < maxStreams();
    }

    /** Returns whether a stream that is given back may be leased again at once. */
    boolean mayLeaseAgain() {
        return !draining && leased <= maxStreams();
    }

    void close() {
        carrier().close();
    }

    /** Has {@code calls} close it if it takes no further request and carries none: the partner may wait for this end, for ever. */
    void closeIfDrained(List<Runnable> calls) {
        if (draining && leased == 0) {
            calls.add(this::close);
        }
    }

    // ---- Events, of the connect and of the connection. ----------------------------------------------------------

    @Override
    public void onHandshaking() {
        pool.handshaking(this);
    }

    @Override
    public void onConnectionEstablished(PartnerConnection connection) {
        pool.established(this, connection);
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        pool.connectFailed(this, failure);
    }

    @Override
    public void onConnectionIdle(PartnerConnection connection) {
        pool.idle(this, connection);
    }

    @Override
    public void onMaxStreamsChanged(PartnerConnection connection) {
        pool.maxStreamsChanged(this);
    }

    @Override
    public void onConnectionDraining(PartnerConnection connection) {
        pool.draining(this, connection);
    }

    @Override
    public void onConnectionStale(PartnerConnection connection) {
        pool.closeIdleOlderThan(this);
    }

    @Override
    public void onConnectionClosed(PartnerConnection connection) {
        pool.closed(this);
    }
}
