package dev.medley.servlet.internal.quota;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The tokens of one client, by the generic cell rate algorithm: all that is kept is the time at which the bucket will be full. A
 * token moves it by the time that one takes to come back; the bucket is empty when it is a burst away. So tokens come back one by
 * one, without a timer, and a bucket that is full needs no memory.
 *
 * <p>Thread-safe: one compare-and-set decides each race. Times are nanoseconds of the broker's clock.
 */
final class Bucket {

    private final AtomicLong fullAt;

    Bucket(long nowNanos) {
        fullAt = new AtomicLong(nowNanos);
    }

    /**
     * Takes {@code tokens}, if they are there.
     *
     * @param tokenNanos time in which one comes back
     * @param burstNanos time in which an empty bucket becomes full
     * @return nanoseconds until they will be there; 0 or less if they have been taken
     */
    long take(int tokens, long tokenNanos, long burstNanos, long nowNanos) {
        while (true) {
            long seen = fullAt.get();
            long next = later(seen, nowNanos) + tokens * tokenNanos;
            long lacking = next - nowNanos - burstNanos;
            if (lacking > 0) {
                return lacking;
            }
            if (fullAt.compareAndSet(seen, next)) {
                return 0;
            }
        }
    }

    /** Takes {@code tokens}, also those that are not there: they are missing later, a burst of them at most. */
    void charge(int tokens, long tokenNanos, long burstNanos, long nowNanos) {
        long most = nowNanos + 2 * burstNanos;
        boolean tooMany = tokens > 2 * burstNanos / tokenNanos;
        fullAt.updateAndGet(seen -> {
            long from = later(seen, nowNanos);
            return tooMany || from + tokens * tokenNanos - most > 0 ? later(from, most) : from + tokens * tokenNanos;
        });
    }

    /** Gives {@code tokens} back. */
    void giveBack(int tokens, long tokenNanos) {
        fullAt.addAndGet(-tokens * tokenNanos);
    }

    /** Returns the nanoseconds until it is full; 0 if it is. */
    long untilFull(long nowNanos) {
        return Math.max(0, fullAt.get() - nowNanos);
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }
}
