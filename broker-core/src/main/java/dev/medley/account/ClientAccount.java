package dev.medley.account;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * What one connection of a client holds of the server: bytes of the {@linkplain HeldBytes budget}, attempts at partners, and requests in admission. The
 * bytes are those of its requests' bodies, of the partners' bodies for its requests, of frames that are not read yet, and of
 * replies that wait to be written.
 *
 * <p>Thread-safe.
 */
public final class ClientAccount {

    /** Attempts that a client may have before others go first. */
    private static final int FEW = 16;

    private final HeldBytes budget;
    /** False for the common account. */
    private final boolean hasShare;

    private final AtomicLong held = new AtomicLong();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    ClientAccount(HeldBytes budget, boolean hasShare) {
        this.budget = budget;
        this.hasShare = hasShare;
    }

    /**
     * Reserves {@code bytes}, for which {@link #release} must follow.
     *
     * @return false, and nothing is reserved, if the account would hold more than its share and the budget is scarce
     */
    public boolean reserve(long bytes) {
        if (hasShare && held.get() + bytes <= budget.share()) {
            take(bytes);
            return true;
        }
        if (hasShare && budget.isScarceWith(bytes)) {
            budget.relieve();
            return false;
        }
        if (!budget.reserve(bytes)) {
            return false;
        }
        hold(bytes);
        return true;
    }

    /** Counts {@code bytes} that are held already, also beyond the budget; {@link #release} must follow. */
    public void take(long bytes) {
        hold(bytes);
        budget.take(bytes);
    }

    private void hold(long bytes) {
        if (held.getAndAdd(bytes) == 0 && hasShare && bytes != 0) {
            budget.accountHolds();
        }
    }

    /** Gives {@code bytes} back. */
    public void release(long bytes) {
        budget.release(bytes);
        if (held.addAndGet(-bytes) == 0 && hasShare && bytes != 0) {
            budget.accountIsEmpty();
        }
    }

    /** Returns the bytes that it holds. */
    public long held() {
        return held.get();
    }

    /** Returns whether it has more than its share of what is scarce: what waits for its client is to be ended. */
    public boolean isInDebt() {
        return hasShare
                && ((budget.isScarce() && held.get() > budget.share())
                        || (budget.arePermitsScarce() && hasMoreAttempts(budget.permitsShare())));
    }

    /** Returns the limit of the budget, in bytes. */
    public long limit() {
        return budget.limit();
    }

    /** Counts one attempt more at a partner, for which {@link #attemptEnds} must follow. */
    public void attemptBegins() {
        if (hasShare && attempts.getAndIncrement() == 0) {
            budget.accountAttempts();
        }
    }

    /** Counts one attempt less. */
    public void attemptEnds() {
        if (hasShare && attempts.decrementAndGet() == 0) {
            budget.accountRests();
        }
    }

    /** Returns whether it has more attempts than a few, and more than its share of {@code permits}. */
    public boolean isGreedy(IntSupplier permits) {
        return attempts.get() > FEW && hasMoreAttempts(permits.getAsInt() / budget.attempting());
    }

    private boolean hasMoreAttempts(int share) {
        return attempts.get() > Math.max(FEW, share);
    }

    /** An attempt that is not greedy waits for one of {@code permits}; {@link #permitNotAwaited} must follow. */
    public void permitAwaited(int permits) {
        budget.permitAwaited(permits);
    }

    /** An attempt waits no longer. */
    public void permitNotAwaited() {
        budget.permitNotAwaited();
    }

    /** Counts one request more that admission counts. Returns whether it is the account's only one. */
    public boolean addRequest() {
        return hasShare && requests.getAndIncrement() == 0;
    }

    /** Counts one request less. Returns whether it was the account's only one. */
    public boolean removeRequest() {
        return hasShare && requests.decrementAndGet() == 0;
    }

    /** Returns the requests that are admitted, or wait for it. */
    public int requests() {
        return requests.get();
    }
}
