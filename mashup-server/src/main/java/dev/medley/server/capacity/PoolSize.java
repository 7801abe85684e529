package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import dev.medley.thread.BrokerPool;

/** How many threads the pool has to have. */
final class PoolSize {

    /** Selectors and the thread in reserve: given away for good, and no help with the work. */
    private static final int LEASED = BrokerPool.MINIMUM_THREADS - 1;

    /** In the blocking mode one thread in eight, and at least two, are the broker's alone (docs/concurrency.md). */
    private static final int INBOUND_SHARE = 7;

    private static final int LEAST_BROKER_THREADS = 2;

    private PoolSize() {}

    /** The fewest threads with which {@code load} does not wait for one. */
    static long fewest(Load load, ExecutionMode mode) {
        long needed = mode == ExecutionMode.BLOCKING
                ? LEASED + load.users() + brokerShare(load.users())
                : LEASED + (long) Math.ceil(load.busyThreads());
        return Math.max(mode.minimumThreads(), needed);
    }

    /** What to configure: the default where that is enough, and in the blocking mode what is needed. */
    static long enough(Load load, ExecutionMode mode) {
        long fewest = fewest(load, mode);
        return mode == ExecutionMode.BLOCKING ? fewest : Math.max(mode.defaultThreads(), fewest);
    }

    /** In the blocking mode, the inbound requests that may hold a thread at a time. */
    static long inbound(long threads) {
        long free = threads - LEASED;
        return Math.max(1, free - Math.max(LEAST_BROKER_THREADS, free / (INBOUND_SHARE + 1)));
    }

    private static long brokerShare(long inbound) {
        return Math.max(LEAST_BROKER_THREADS, (inbound + INBOUND_SHARE - 1) / INBOUND_SHARE);
    }
}
