package dev.medley.connection;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries exchanges, one at a time: it is its own and only {@link Lease}. Its holder is the one that has
 * leased it, until it is idle again or closed.
 */
public abstract class PartnerConnection implements ConnectionInfo, Lease {

    private static final AtomicLong NUMBER = new AtomicLong();
    private static final AtomicIntegerFieldUpdater<PartnerConnection> USES =
            AtomicIntegerFieldUpdater.newUpdater(PartnerConnection.class, "uses");

    private final long id = NUMBER.incrementAndGet();
    private volatile int uses;
    private final ConnectionListener owner;

    // Written and read by ConnectionPool under its lock only.
    @Nullable
    PartnerConnection newer;

    @Nullable
    PartnerConnection older;

    boolean idle;
    boolean gone;
    long idleSinceNanos;
    int idleOrder;
    int leaseOrder;

    /**
     * Creates a connection.
     *
     * @param owner is called back as long as the connection lives
     */
    protected PartnerConnection(ConnectionListener owner) {
        this.owner = owner;
    }

    @Override
    public final PartnerConnection connection() {
        return this;
    }

    @Override
    public final Transfer prepare(OutboundRequest request, TransferListener listener) {
        Transfer transfer = newTransfer(request, listener);
        USES.incrementAndGet(this);
        return transfer;
    }

    @Override
    public final void release() {
        owner.onConnectionIdle(this);
    }

    /** Reports the connection as closed. */
    protected final void closed() {
        owner.onConnectionClosed(this);
    }

    /** Creates the transfer of {@code request}. */
    protected abstract Transfer newTransfer(OutboundRequest request, TransferListener listener);

    /** Closes the connection. By any thread. */
    public abstract void close();

    /** Returns whether the connection is known to be closed. */
    public abstract boolean isClosed();

    /**
     * Reads without blocking. Returns false if the partner closed or half-closed the connection, or sent bytes that no
     * request asked for; then it is closed. To be called for a connection that carries no exchange, by its one holder.
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
