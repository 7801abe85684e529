package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import dev.medley.thread.BrokerPool;

/** The number of threads that a pool needs. */
final class PoolSize {

    /** Selectors and the reserved thread, which do none of the work. */
    private static final int LEASED = BrokerPool.MINIMUM_THREADS - 1;

    /** In the blocking mode one thread in eight, and at least two, are the broker's alone (docs/concurrency.md). */
    private static final int INBOUND_SHARE = 7;

    private static final int MIN_BROKER_THREADS = 2;

    private PoolSize() {}

    /** Returns the fewest threads with which {@code workload} does not wait for one. */
    static long min(Workload workload, ExecutionMode mode) {
        long users = workload.users();
        long needed = mode == ExecutionMode.BLOCKING
                ? users + Math.max(MIN_BROKER_THREADS, (users + INBOUND_SHARE - 1) / INBOUND_SHARE)
                : (long) Math.ceil(workload.busyThreads());
        return Math.max(mode.minimumThreads(), LEASED + needed);
    }

    /** Returns the setting: the default where that is enough, and in the blocking mode the minimum. */
    static long recommended(Workload workload, ExecutionMode mode) {
        long min = min(workload, mode);
        return mode == ExecutionMode.BLOCKING ? min : Math.max(mode.defaultThreads(), min);
    }

    /** Returns the inbound requests that may hold one of {@code threads} at the same time, in the blocking mode. */
    static long inbound(long threads) {
        long free = threads - LEASED;
        return Math.max(1, free - Math.max(MIN_BROKER_THREADS, free / (INBOUND_SHARE + 1)));
    }
}
