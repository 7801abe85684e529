package dev.medley.thread;

import org.jspecify.annotations.Nullable;

/** A loop that a test says is busy. */
public final class HandLoop implements WatchedLoop {

    private static final ThreadLocal<Boolean> IS_LOOP = ThreadLocal.withInitial(() -> false);

    private volatile long busySince = SELECTING;
    private volatile @Nullable Thread thread;

    /** Makes the calling thread of {@code pool} a loop that the pool has watched, unless it is. */
    public static void become(BrokerPool pool) {
        if (IS_LOOP.get()) {
            return;
        }
        IS_LOOP.set(true);
        HandLoop loop = new HandLoop();
        loop.runsOn(Thread.currentThread());
        pool.add(loop);
    }

    /** Returns whether the calling thread runs a task of a share of its pool. */
    public static boolean isInShare() {
        return Thread.currentThread() instanceof BrokerThread thread && thread.isShared();
    }

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
}
