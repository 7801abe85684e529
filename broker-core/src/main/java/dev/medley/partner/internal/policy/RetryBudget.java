package dev.medley.partner.internal.policy;

import dev.medley.thread.internal.Clock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bound on the attempts beyond the first of their calls, retries and hedges: a share of the calls that were answered in the
 * last {@value SlidingCount#SECONDS} seconds, and at least a minimum, so that a quiet partner is tried again. As calls that fail
 * do not count, a partner that fails all requests soon gets none beside them but the minimum. Thread-safe.
 */
final class RetryBudget {

    private static final int PERCENT = 100;

    private final int percent;
    private final int minimum;
    private final SlidingCount answered;
    private final SlidingCount spent;
    /** Held from the comparison of both counts to the increment of one. */
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Creates a budget.
     *
     * @param percent attempts for a hundred calls that were answered
     * @param minimum attempts in {@value SlidingCount#SECONDS} seconds that are permitted however few calls there were
     */
    RetryBudget(Clock clock, int percent, int minimum) {
        this.percent = percent;
        this.minimum = minimum;
        answered = new SlidingCount(clock);
        spent = new SlidingCount(clock);
    }

    /** A call was answered. */
    void onAnswered() {
        answered.increment();
    }

    /** Spends one attempt. Returns false if none is left. */
    boolean trySpend() {
        lock.lock();
        try {
            long allowed = Math.max(minimum, answered.sum() * percent / PERCENT);
            if (spent.sum() >= allowed) {
                return false;
            }
            spent.increment();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
