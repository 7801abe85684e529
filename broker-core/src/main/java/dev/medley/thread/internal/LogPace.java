package dev.medley.thread.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One line of a log a minute at most, or in another time, and the number of those that were left out. Thread-safe. */
public final class LogPace {

    private static final long NEVER = Long.MIN_VALUE;

    private final long pauseNanos;
    private final AtomicLong lastNanos = new AtomicLong(NEVER);
    private final AtomicLong unlogged = new AtomicLong();

    /** Creates one for a line a minute, before the first line. */
    public LogPace() {
        this(Duration.ofMinutes(1));
    }

    /** Creates one for a line in {@code pause}, before the first line. */
    public LogPace(Duration pause) {
        pauseNanos = pause.toNanos();
    }

    /** Returns the number of those left out since the last line if there is to be another line at {@code now}; else -1. */
    public long others(long now) {
        long last = lastNanos.get();
        if ((last != NEVER && now - last < pauseNanos) || !lastNanos.compareAndSet(last, now)) {
            unlogged.incrementAndGet();
            return -1;
        }
        return unlogged.getAndSet(0);
    }
}
