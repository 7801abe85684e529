package dev.medley.partner.internal.policy;

import dev.medley.thread.internal.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts events of the last {@value #SECONDS} seconds, in steps of a second. Thread-safe: each second has a word with its
 * number and its count, so that one compare-and-set counts or begins a second.
 */
final class SlidingCount {

    /** The seconds that are counted, the present one included. */
    static final int SECONDS = 10;

    private static final int COUNT_BITS = 32;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

    private final Clock clock;
    private final long startNanos;
    private final AtomicLongArray words = new AtomicLongArray(SECONDS);

    SlidingCount(Clock clock) {
        this.clock = clock;
        startNanos = clock.nanoTime();
    }

    void increment() {
        long second = second();
        int place = (int) (second % SECONDS);
        while (true) {
            long word = words.get(place);
            long next = word >>> COUNT_BITS == second ? word + 1 : (second << COUNT_BITS) + 1;
            if (words.compareAndSet(place, word, next)) {
                return;
            }
        }
    }

    long sum() {
        long oldest = second() - SECONDS + 1;
        long sum = 0;
        for (int place = 0; place < SECONDS; place++) {
            long word = words.get(place);
            sum += word >>> COUNT_BITS >= oldest ? word & COUNT_MASK : 0;
        }
        return sum;
    }

    /** Seconds since the start, and one, so that a word of 0 is no second. */
    private long second() {
        return TimeUnit.NANOSECONDS.toSeconds(clock.nanoTime() - startNanos) + 1;
    }
}
