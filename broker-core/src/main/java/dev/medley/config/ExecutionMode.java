package dev.medley.config;

import dev.medley.thread.BrokerPool;

/** Kind of thread, if any, that runs a request while it waits for partners. */
public enum ExecutionMode {
    /** Nothing: no thread is held. */
    ASYNC("async", BrokerPool.DEFAULT_THREADS, BrokerPool.MINIMUM_THREADS),
    /** A thread of the pool, for as long as the request takes. */
    BLOCKING("blocking", 3300, 8),
    /** A virtual thread, which needs Java 21 or later. */
    VIRTUAL("virtual", BrokerPool.DEFAULT_THREADS, BrokerPool.MINIMUM_THREADS);

    private final String configured;
    private final int defaultThreads;
    private final int minimumThreads;

    ExecutionMode(String configured, int defaultThreads, int minimumThreads) {
        this.configured = configured;
        this.defaultThreads = defaultThreads;
        this.minimumThreads = minimumThreads;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }

    /** Returns the threads of the pool unless they are configured. */
    public int defaultThreads() {
        return defaultThreads;
    }

    /** Returns the loops, unless they are configured, of a pool of {@code threads} threads: one per processor, if there are threads for other work. */
    int defaultLoops(int threads) {
        int processors = Runtime.getRuntime().availableProcessors();
        return this == BLOCKING ? 0 : Math.max(1, Math.min(processors, threads - BrokerPool.THREADS_BESIDE_LOOPS));
    }

    /** Returns the minimum of threads of the pool. */
    public int minimumThreads() {
        return minimumThreads;
    }
}
