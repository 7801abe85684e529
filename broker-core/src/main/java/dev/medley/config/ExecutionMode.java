package dev.medley.config;

import dev.medley.thread.internal.BrokerPool;

/** Kind of thread, if any, that runs a request while it waits for partners. */
public enum ExecutionMode {
    /** Nothing: no thread is held. */
    ASYNC("async", BrokerPool.DEFAULT_THREADS, BrokerPool.MINIMUM_THREADS, BrokerPool.THREADS_BESIDE_LOOPS),
    /** A thread of the pool, for as long as the request takes. */
    BLOCKING("blocking", 3300, 8, 4),
    /** A virtual thread, which needs Java 21 or later. */
    VIRTUAL("virtual", BrokerPool.DEFAULT_THREADS, BrokerPool.MINIMUM_THREADS, BrokerPool.THREADS_BESIDE_LOOPS);

    private final String configured;
    private final int defaultThreads;
    private final int minimumThreads;
    private final int threadsBesideLoops;

    ExecutionMode(String configured, int defaultThreads, int minimumThreads, int threadsBesideLoops) {
        this.configured = configured;
        this.defaultThreads = defaultThreads;
        this.minimumThreads = minimumThreads;
        this.threadsBesideLoops = threadsBesideLoops;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }

    /** Returns the threads of the pool unless they are configured. */
    public int defaultThreads() {
        return defaultThreads;
    }

    /**
     * Returns the loops of a pool of {@code threads} threads unless they are configured: in async one per processor, if there
     * are threads for other work; none where a request has a thread of its own, for which selectors that hand over are no
     * dearer (docs/decisions/0015-loops.md).
     */
    int defaultLoops(int threads) {
        int processors = Runtime.getRuntime().availableProcessors();
        return this == ASYNC ? Math.max(1, Math.min(processors, threads - threadsBesideLoops)) : 0;
    }

    /** Returns the minimum of threads of the pool. */
    public int minimumThreads() {
        return minimumThreads;
    }

    /** Returns the minimum of threads of the pool that are no loop. */
    int threadsBesideLoops() {
        return threadsBesideLoops;
    }
}
