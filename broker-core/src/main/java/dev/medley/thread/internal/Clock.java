package dev.medley.thread.internal;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock and the scheduler of the broker, injected so that tests can move time.
 *
 * <p>One thread keeps the schedule. It hands each task to the pool, and does nothing else. Tasks are scheduled for ticks of a
 * millisecond, and never run before their time.
 */
public interface Clock extends InstantSource {

    /** Nanoseconds since an arbitrary origin, as {@link System#nanoTime()}; comparable only with one another. */
    long nanoTime();

    /** The time by the calendar, to be compared with dates that others give; it may be set, so that it measures nothing. */
    @Override
    default Instant instant() {
        return Instant.now();
    }

    /**
     * Runs {@code task} on a thread of the pool once {@code delayNanos} nanoseconds have passed.
     *
     * @param delayNanos nanoseconds from now; zero or less means as soon as possible
     * @param task called by a thread of the pool, holding no lock; must not block
     * @return the scheduled task, to be cancelled when it is no longer needed
     */
    ScheduledTask schedule(long delayNanos, Runnable task);

    /** A task that waits for its time. */
    interface ScheduledTask {

        /** Cancels the task; without effect once it has been handed to the pool. */
        void cancel();
    }
}
