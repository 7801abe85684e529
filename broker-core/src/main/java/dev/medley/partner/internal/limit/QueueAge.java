package dev.medley.partner.internal.limit;

import dev.medley.thread.internal.Clock;
import java.time.Duration;

/**
 * The bound on the age of waiters. While there are waiters one task is scheduled, for the time at which the oldest is due; it
 * is not cancelled, and finds nothing to do when all have left.
 */
final class QueueAge {

    private final Clock clock;
    private final long maxNanos;
    /** True from the scheduling of a task until it finds no waiter. Guarded by the limiter's lock. */
    private boolean watching;

    QueueAge(Clock clock, Duration max) {
        this.clock = clock;
        maxNanos = max.toNanos();
    }

    long nowNanos() {
        return clock.nanoTime();
    }

    boolean isTooOld(Waiter waiter, long nowNanos) {
        return leftNanos(waiter, nowNanos) <= 0;
    }

    /** The time that {@code waiter} may still wait. */
    long leftNanos(Waiter waiter, long nowNanos) {
        return maxNanos - (nowNanos - waiter.sinceNanos);
    }

    /** Returns true if the caller, who holds the limiter's lock, has to {@link #schedule} a task once it has released it. */
    boolean beginWatch() {
        boolean begins = !watching;
        watching = true;
        return begins;
    }

    /** No waiter is left to watch. For the holder of the limiter's lock. */
    void endWatch() {
        watching = false;
    }

    void scheduleFirst(Runnable task) {
        schedule(maxNanos, task);
    }

    void schedule(long delayNanos, Runnable task) {
        clock.schedule(delayNanos, task);
    }
}
