package dev.medley.server.admin;

import dev.medley.thread.BrokerPool;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Looks a hundred times a second how many threads of the pool are at work. It does so on the thread of the alarms, the only
 * thing beside handing over that is done there: on a thread of the pool it would count itself, and would have to wait for
 * one when there is most to see. It knows nothing of the ledger whose prediction it is held against.
 */
final class PoolWatch implements AutoCloseable {

    private static final int EVERY_MILLIS = 10;

    private final BrokerPool pool;
    private volatile Scheduler.@Nullable Task next;
    private volatile boolean closed;
    private volatile Seen seen = new Seen(0, 0);

    PoolWatch(BrokerPool pool) {
        this.pool = pool;
    }

    /** What has been seen so far: the difference of two tells the mean between them. */
    Seen seen() {
        return seen;
    }

    void start() {
        next = pool.scheduler().schedule(this::look, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed = true;
        Scheduler.Task set = next;
        if (set != null) {
            set.cancel();
        }
    }

    private void look() {
        Seen before = seen;
        seen = new Seen(before.utilized + pool.threads().getUtilizedThreads(), before.looks + 1);
        if (!closed) {
            start();
        }
    }

    /**
     * Sums since the start.
     *
     * @param utilized threads at work, added up over all looks
     * @param looks how often it looked
     */
    record Seen(long utilized, long looks) {

        /** What has been seen since. */
        Seen minus(Seen earlier) {
            return new Seen(utilized - earlier.utilized, looks - earlier.looks);
        }
    }
}
