package dev.medley.thread.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One line of a log a minute at most, and the number of those that were left out. Thread-safe. */
public final class LogPace {

    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long NEVER = Long.MIN_VALUE;

    private final AtomicLong lastNanos = new AtomicLong(NEVER);
    private final AtomicLong unlogged = new AtomicLong();

    /** Creates one before the first line. */
    public LogPace() {}

    /** Returns the number of those left out since the last line if there is to be another line at {@code now}; else -1. */
    public long others(long now) {
        long last = lastNanos.get();
        if ((last != NEVER && now - last < PAUSE_NANOS) || !lastNanos.compareAndSet(last, now)) {
            unlogged.incrementAndGet();
            return -1;
        }
        return unlogged.getAndSet(0);
    }
}
