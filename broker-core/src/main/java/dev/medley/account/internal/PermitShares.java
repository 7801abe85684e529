package dev.medley.account.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The permits of one partner, of which each client that has attempts there has an equal share. While an attempt of a client within
 * its share waits for a permit, what others have beyond theirs is scarce.
 *
 * <p>Thread-safe.
 */
public final class PermitShares {

    private final IntSupplier permits;
    /** Clients with attempts at the partner. */
    private final AtomicInteger clients = new AtomicInteger();

    /** Attempts of clients within their shares that wait. */
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Creates the shares.
     *
     * @param permits returns how many there are
     */
    public PermitShares(IntSupplier permits) {
        this.permits = permits;
    }

    int share() {
        return permits.getAsInt() / Math.max(1, clients.get());
    }

    int waiting() {
        return waiting.get();
    }

    void clientComes() {
        clients.incrementAndGet();
    }

    void clientGoes() {
        clients.decrementAndGet();
    }

    void waitBegins() {
        waiting.incrementAndGet();
    }

    void waitEnds() {
        waiting.decrementAndGet();
    }
}
