package dev.medley.account.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

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
    /** The attempts of a small mashup. */
    private static final int SMALL = 8;

    private final HeldBytes budget;
    /** False for the common account. */
    private final boolean hasShare;

    private final AtomicLong held = new AtomicLong();
    private final AtomicInteger attempts = new AtomicInteger();
    /** Of the partners at which it has attempts. Guarded by itself. */
    private final Map<PermitShares, Attempts> byPartner = new HashMap<>();

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
        return hasShare && (holdsTooMuch() || hasScarcePermits());
    }

    /** Returns whether it is {@linkplain #isInDebt in debt} for bytes, and not only for permits of a partner. */
    public boolean holdsTooMuch() {
        return hasShare && budget.isScarce() && held.get() > budget.share();
    }

    private boolean hasScarcePermits() {
        if (!hasManyAttempts()) {
            return false;
        }
        synchronized (byPartner) {
            // Not where only its own wait.
            return byPartner.entrySet().stream()
                    .anyMatch(each -> each.getKey().waiting() > each.getValue().waiting
                            && each.getValue().exceed(each.getKey()));
        }
    }

    /** Returns the limit of the budget, in bytes. */
    public long limit() {
        return budget.limit();
    }

    /** Counts one attempt more at the partner with {@code shares}, for which {@link #attemptEnds} must follow. */
    public void attemptBegins(PermitShares shares) {
        if (hasShare) {
            attempts.incrementAndGet();
            change(shares, 1, 0);
        }
    }

    /** Counts one attempt less. */
    public void attemptEnds(PermitShares shares) {
        if (hasShare) {
            attempts.decrementAndGet();
            change(shares, -1, 0);
        }
    }

    /** Returns whether it is that of one client, which has more attempts than a small mashup has. */
    public boolean hasSeveralAttempts() {
        return hasShare && attempts.get() > SMALL;
    }

    /** Returns whether it has more attempts than a few. */
    public boolean hasManyAttempts() {
        return attempts.get() > FEW;
    }

    /** Returns whether it has more attempts at a partner than a few, and more than its share of the permits. */
    public boolean isGreedy(PermitShares shares) {
        if (!hasManyAttempts()) {
            return false;
        }
        synchronized (byPartner) {
            Attempts mine = byPartner.get(shares);
            return mine != null && mine.exceed(shares);
        }
    }

    /** An attempt that is not greedy waits for a permit; {@link #permitNotAwaited} must follow. */
    public void permitAwaited(PermitShares shares) {
        shares.waitBegins();
        if (hasShare) {
            change(shares, 0, 1);
        }
        budget.relieve();
    }

    /** An attempt waits no longer. */
    public void permitNotAwaited(PermitShares shares) {
        shares.waitEnds();
        if (hasShare) {
            change(shares, 0, -1);
        }
    }

    private void change(PermitShares shares, int begun, int waiting) {
        synchronized (byPartner) {
            Attempts mine = byPartner.get(shares);
            if (mine == null) {
                mine = new Attempts();
                byPartner.put(shares, mine);
                shares.clientComes();
            }
            mine.begun += begun;
            mine.waiting += waiting;
            if (mine.begun == 0 && mine.waiting == 0) {
                // Nothing stays for a partner that may have been replaced.
                byPartner.remove(shares);
                shares.clientGoes();
            }
        }
    }

    /** Those at one partner. Guarded by {@link #byPartner}. */
    private static final class Attempts {

        private int begun;
        /** Of those that are not greedy. */
        private int waiting;

        boolean exceed(PermitShares at) {
            return begun > Math.max(FEW, at.share());
        }
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
