package dev.medley.thread.internal.placement;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The turns that a mashup takes on the pool, to which its stalls have moved it: the stretches for which its code holds a thread.
 * A turn that would be a stall on a loop ends the quiet. It is measured by the clock alone, so that a pause of the process may
 * end the quiet too: the mashup stays on the pool, where it delays nobody. Thread-safe.
 */
public final class Turns {

    /** Short turns that show that the mashup is quiet: one that nobody asks for shows nothing. */
    static final int ENOUGH = 30;

    /** The time until a mashup with too few turns is looked at again. */
    static final Duration LATER = Duration.ofMinutes(1);

    private final long longNanos;
    /** The turns that have not ended, by their threads: the times at which they began. */
    private final Map<Thread, Long> running = new ConcurrentHashMap<>();
    /** Those that have ended since the last long one. */
    private final AtomicLong ended = new AtomicLong();

    private volatile long quietSince;

    /**
     * Creates the turns of a mashup that is moved at {@code now}.
     *
     * @param longNanos a turn of so many nanoseconds is long
     */
    Turns(long now, long longNanos) {
        this.longNanos = longNanos;
        quietSince = now;
    }

    /** The calling thread begins a turn; it has begun at {@code since}, if another one interrupted it. */
    public void begin(long since) {
        running.put(Thread.currentThread(), since);
    }

    /** The calling thread ends its turn. */
    public void end(long now) {
        Long since = running.remove(Thread.currentThread());
        if (since == null) {
            return;
        }
        if (now - since >= longNanos) {
            endQuiet(now);
        } else {
            ended.incrementAndGet();
        }
    }

    /** The mashup has held a thread long. */
    public void endQuiet(long now) {
        quietSince = now;
        ended.set(0);
    }

    /** Returns the nanoseconds after which it is known whether the mashup has been quiet for {@code quietNanos}; 0 if it has. */
    long untilQuiet(long now, long quietNanos) {
        if (running.values().stream().anyMatch(since -> now - since >= longNanos)) {
            endQuiet(now);
        }
        long left = quietSince + quietNanos - now;
        if (left > 0) {
            return left;
        }
        return ended.get() >= ENOUGH ? 0 : LATER.toNanos();
    }
}
