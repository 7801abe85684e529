package dev.medley.server.admin.metrics;

import dev.medley.thread.BrokerPool;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Samples the utilized threads of the pool a hundred times a second. It runs on the scheduler's thread, an exception to the
 * rule that this thread only dispatches: on a thread of the pool it would count itself, and would be queued under load. It
 * is independent of the ledger, whose prediction it verifies. Thread-safe.
 */
public final class PoolSampler implements AutoCloseable {

    private static final int INTERVAL_MILLIS = 10;

    private final BrokerPool pool;
    private volatile Scheduler.@Nullable Task next;
    private volatile boolean closed;
    private volatile Sums sums = new Sums(0, 0);

    /** Creates a sampler of {@code pool}. */
    public PoolSampler(BrokerPool pool) {
        this.pool = pool;
    }

    /**
     * Sums since the start; the difference of two gives the mean of the period between them.
     *
     * @param utilized threads, summed over all samples
     * @param looks the number of samples
     */
    public record Sums(long utilized, long looks) {

        Sums minus(Sums earlier) {
            return new Sums(utilized - earlier.utilized, looks - earlier.looks);
        }
    }

    Sums sums() {
        return sums;
    }

    /** Starts to sample; the pool must have been started. */
    public void start() {
        next = pool.scheduler().schedule(this::sample, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed = true;
        Scheduler.Task scheduled = next;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    private void sample() {
        Sums before = sums;
        sums = new Sums(before.utilized + pool.threads().getUtilizedThreads(), before.looks + 1);
        if (!closed) {
            start();
        }
    }
}
