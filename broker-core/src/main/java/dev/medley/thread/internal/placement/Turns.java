package dev.medley.thread.internal.placement;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The turns that a mashup takes on the pool, to which its stalls have moved it: each holds a thread. A turn that would be a stall
 * on a loop ends the quiet. It is measured by the clock alone, so that a pause of the process, or an overloaded machine, may end
 * the quiet too: then the mashup stays on the pool, where it delays nobody. Thread-safe.
 */
public final class Turns {

    /** Short turns that show that the mashup is quiet: one that nobody asks for shows nothing. */
    static final int ENOUGH = 30;

    /** The time until a mashup with too few turns is looked at again. */
    static final Duration LATER = Duration.ofMinutes(1);

    private final LongSupplier clock;
    private final long longNanos;
    /** The turns that have not ended, by their threads: the times at which they began. */
    private final Map<Thread, Long> running = new ConcurrentHashMap<>();
    /** Those that have ended since the last long one. */
    private final AtomicLong ended = new AtomicLong();

    private volatile long quietSince;

    /**
     * Creates the turns of a mashup that is moved now.
     *
     * @param clock returns the time in nanoseconds
     * @param longNanos a turn of so many nanoseconds is long
     */
    Turns(LongSupplier clock, long longNanos) {
        this.clock = clock;
        this.longNanos = longNanos;
        quietSince = clock.getAsLong();
    }

    /** Runs {@code turn}, on the calling thread. */
    public void take(Runnable turn) {
        long since = clock.getAsLong();
        running.put(Thread.currentThread(), since);
        try {
            turn.run();
        } finally {
            running.remove(Thread.currentThread());
            if (isLong(since)) {
                endQuiet();
            } else {
                ended.incrementAndGet();
            }
        }
    }

    private boolean isLong(long since) {
        return clock.getAsLong() - since >= longNanos;
    }

    /** The mashup has held a thread long. */
    public void endQuiet() {
        quietSince = clock.getAsLong();
        ended.set(0);
    }

    /** Returns the nanoseconds after which it is known whether the mashup has been quiet for {@code quietNanos}; 0 if it has. */
    long untilQuiet(long quietNanos) {
        if (running.values().stream().anyMatch(this::isLong)) {
            endQuiet();
        }
        long left = quietSince + quietNanos - clock.getAsLong();
        if (left > 0) {
            return left;
        }
        return ended.get() >= ENOUGH ? 0 : LATER.toNanos();
    }
}
