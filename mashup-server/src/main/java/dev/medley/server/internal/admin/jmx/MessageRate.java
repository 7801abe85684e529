package dev.medley.server.internal.admin.jmx;

import dev.medley.thread.internal.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/** How fast a counter grows, over the last five seconds. Thread-safe. */
final class MessageRate {

    private static final int READINGS = 6;
    private static final double NANOS = 1e9;

    private final Clock clock;
    private final Deque<Reading> readings = new ArrayDeque<>();

    private record Reading(long nanos, long count) {}

    MessageRate(Clock clock) {
        this.clock = clock;
    }

    /** Takes a reading, once a second. */
    synchronized void add(long count) {
        readings.addLast(new Reading(clock.nanoTime(), count));
        if (readings.size() > READINGS) {
            readings.removeFirst();
        }
    }

    /** Returns the rate; 0 before the second reading. */
    synchronized long perSecond() {
        if (readings.size() < 2) {
            return 0;
        }
        Reading first = readings.getFirst();
        Reading last = readings.getLast();
        long nanos = last.nanos() - first.nanos();
        return nanos <= 0 ? 0 : Math.round((last.count() - first.count()) * NANOS / nanos);
    }
}
