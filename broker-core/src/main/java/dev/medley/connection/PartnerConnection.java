package dev.medley.connection;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A connection that carries exchanges. Its holder is whoever leased it, until it is released or closed. */
public abstract class PartnerConnection implements ConnectionInfo {

    private static final AtomicLong NUMBER = new AtomicLong();

    private final long id = NUMBER.incrementAndGet();
    private final AtomicInteger uses = new AtomicInteger();

    // Written and read by ConnectionPool under its lock only.
    @Nullable
    PartnerConnection newer;

    @Nullable
    PartnerConnection older;

    boolean idle;
    boolean gone;
    long idleSince;

    /** For adapters. */
    protected PartnerConnection() {}

    /**
     * Prepares to carry a request; {@link Transfer#send()} sends it.
     *
     * @param listener is called back
     */
    public final Transfer prepare(OutboundRequest request, TransferListener listener) {
        Transfer transfer = newTransfer(request, listener);
        uses.incrementAndGet();
        return transfer;
    }

    /** Creates the transfer of {@code request}. */
    protected abstract Transfer newTransfer(OutboundRequest request, TransferListener listener);

    /** Closes the connection. By any thread. */
    public abstract void close();

    /** Returns whether the connection is known to be closed. */
    public abstract boolean isClosed();

    @Override
    public final long id() {
        return id;
    }

    @Override
    public final int uses() {
        return uses.get();
    }

    @Override
    public String toString() {
        return "connection " + id + " to " + remoteAddress();
    }
}
