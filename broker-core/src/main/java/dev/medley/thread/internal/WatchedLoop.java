package dev.medley.thread.internal;

import org.jspecify.annotations.Nullable;

/** A loop as its watch sees it. Thread-safe. */
interface WatchedLoop {

    /** What {@link #busySince()} returns while the loop selects, or waits to. */
    long SELECTING = 0;

    /** Returns since when, by the clock, the loop has not selected; {@link #SELECTING} while it does. */
    long busySince();

    /** Returns the thread that runs the loop; null before its start. */
    @Nullable
    Thread thread();

    /** Returns the CPU time that the thread of the loop has used, in nanoseconds; as the JVM tells it, or less than 0. */
    long cpuNanos();
}
