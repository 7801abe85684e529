package dev.medley.connection.internal;

import dev.medley.connection.ConnectionInfo;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;

/** A connection that carries exchanges: as many at a time as it has streams, one {@link Lease} each. */
public abstract class PartnerConnection implements ConnectionInfo {

    private static final AtomicLong NUMBER = new AtomicLong();
    private static final AtomicIntegerFieldUpdater<PartnerConnection> USES =
            AtomicIntegerFieldUpdater.newUpdater(PartnerConnection.class, "uses");

    private final long id = NUMBER.incrementAndGet();
    private volatile int uses;
    private final ConnectionListener owner;

    /**
     * Creates a connection.
     *
     * @param owner is called back as long as the connection lives
     */
    protected PartnerConnection(ConnectionListener owner) {
        this.owner = owner;
    }

    /** Returns the number of the newest connection of this process: those that come from now on have higher ones. */
    public static long newestId() {
        return NUMBER.get();
    }

    /**
     * Returns whether it was established after the connection of that number; 0 for any. One that carries one exchange at a
     * time must not have carried any: a partner that ends connections soon may have ended this one as well.
     */
    public final boolean isNewerThan(long number) {
        return number == 0 || (id > number && (uses == 0 || protocol().multiplexed()));
    }

    /** Returns how many streams it may have at a time, by its settings and by those of the partner. By any thread. */
    public abstract int maxStreams();

    /** Returns the {@linkplain dev.medley.thread.internal.Loop#number() number} of the loop that selects for it; 0 for none. */
    public abstract int loop();

    /** Returns a lease of a stream, which the caller has counted. */
    public abstract Lease newLease();

    /** An exchange is about to use it. */
    protected final void used() {
        USES.incrementAndGet(this);
    }

    /** Reports a stream as free. */
    protected final void streamIdle() {
        owner.onConnectionIdle(this);
    }

    /** Reports that {@link #maxStreams()} has changed. */
    protected final void maxStreamsChanged() {
        owner.onMaxStreamsChanged(this);
    }

    /** Reports that the connection takes no further request. */
    protected final void draining() {
        owner.onConnectionDraining(this);
    }

    /** Reports the connection as closed. */
    protected final void closed() {
        owner.onConnectionClosed(this);
    }

    /** Closes the idle connections of its owner that may be as stale as this one was when it was leased. */
    public final void closeOlderIdle() {
        owner.onConnectionStale(this);
    }

    /** Closes the connection. By any thread. */
    public abstract void close();

    /** Returns whether the connection is known to be closed. */
    public abstract boolean isClosed();

    /**
     * Returns false if the connection takes no further request. A connection that carries one exchange at a time reads
     * without blocking, and closes if the partner closed or half-closed it, or sent bytes that no request asked for. To be
     * called for a connection of which a stream has just been leased.
     */
    public abstract boolean isReusable();

    @Override
    public final long id() {
        return id;
    }

    @Override
    public final int uses() {
        return uses;
    }

    @Override
    public String toString() {
        return "connection " + id + " to " + remoteAddress();
    }
}
