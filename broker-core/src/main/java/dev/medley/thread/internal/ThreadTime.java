package dev.medley.thread.internal;

/**
 * The time that the threads of a pool have been utilized since it was created.
 *
 * @param atNanos the time of the reading, as {@link Clock#nanoTime()}
 * @param utilizedNanos the sum over all threads
 */
public record ThreadTime(long atNanos, long utilizedNanos) {

    /** Returns the mean number of utilized threads from {@code earlier} to this reading; 0 if no time has passed. */
    public double meanSince(ThreadTime earlier) {
        long elapsed = atNanos - earlier.atNanos;
        return elapsed <= 0 ? 0 : (double) (utilizedNanos - earlier.utilizedNanos) / elapsed;
    }

    /** Returns the same sum as of {@code nanos} nanoseconds later. */
    public ThreadTime movedBy(long nanos) {
        return new ThreadTime(atNanos + nanos, utilizedNanos);
    }
}
