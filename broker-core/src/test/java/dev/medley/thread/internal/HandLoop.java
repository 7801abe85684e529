package dev.medley.thread.internal;

import org.jspecify.annotations.Nullable;

/** A loop that a test says is busy. */
final class HandLoop implements WatchedLoop {

    private volatile long cpuNanos;
    private volatile long busySince = SELECTING;
    private volatile @Nullable Thread thread;

    void runsOn(Thread runner) {
        thread = runner;
    }

    void busySince(long nanos) {
        busySince = nanos;
    }

    @Override
    public long busySince() {
        return busySince;
    }

    @Override
    public @Nullable Thread thread() {
        return thread;
    }

    void cpuNanos(long used) {
        cpuNanos = used;
    }

    @Override
    public long cpuNanos() {
        return cpuNanos;
    }
}
