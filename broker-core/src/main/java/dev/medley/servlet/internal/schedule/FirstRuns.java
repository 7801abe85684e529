package dev.medley.servlet.internal.schedule;

import java.util.concurrent.TimeUnit;

/** The times of runs before there is a snapshot. */
final class FirstRuns {

    /** The runs of a thousand mashups would otherwise ask their partners in one instant. A reader does not wait for it. */
    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Clients get a 503 until a run has succeeded, whatever the interval is. */
    private static final long FIRST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int MAX_DOUBLINGS = 20;

    private FirstRuns() {}

    /** Returns the time from the begin of a set to the first run of its mashup with this index. */
    static long delayNanos(int index) {
        return index * APART_NANOS;
    }

    /** Returns the time to the next run after as many failures: 10 s, 20 s, 40 s and so on. */
    static long retryNanos(int failures) {
        return FIRST_RETRY_NANOS << Math.min(failures - 1, MAX_DOUBLINGS);
    }
}
