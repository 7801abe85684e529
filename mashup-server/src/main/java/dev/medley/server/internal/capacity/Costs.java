package dev.medley.server.internal.capacity;

import java.time.Duration;

/**
 * Costs of requests, exchanges and connections. The only place with such numbers: {@code loadtest/costs/run} measures them,
 * and new results belong here. Those of memory are of Java 17, whose objects are the larger ones, rounded up; those of CPU
 * time are of Java 25. Measured on 21 November 2026, two cores of 2.5 GHz, Temurin 25.0.3 and OpenJDK 17.0.15.
 */
final class Costs {

    /** Live heap of an idle server. */
    static final long FIXED_HEAP_BYTES = 12L << 20;

    /** Heap of an inbound request that waits for its exchanges. */
    static final long SUSPENDED_BYTES = 3_400;

    /** Heap of an exchange in flight, without its connection. */
    static final long EXCHANGE_BYTES = 2_100;

    /** Heap of a connection, inbound or outbound. */
    static final long CONNECTION_BYTES = 3_900;

    /** Heap of the stack of a virtual thread that waits, which an inbound request has in the virtual mode. */
    static final long VIRTUAL_STACK_BYTES = 6_500;

    /** Memory of the process that is not heap: code, classes, buffers; without the stacks of the pool's threads. */
    static final long OUTSIDE_HEAP_BYTES = 125L << 20;

    /** The stack of a thread where the JVM does not report it: the default on 64-bit Linux. */
    static final long STACK_BYTES = 1L << 20;

    /** D: CPU time of an inbound request, without its exchanges. */
    static final Duration DEMAND = Duration.ofNanos(93_000);

    /** CPU time of one exchange, with the check of its JSON. */
    static final Duration EXCHANGE_DEMAND = Duration.ofNanos(27_000);

    /** Open files of the process besides its connections: JARs, selectors, logs. */
    static final long FILES = 200;

    /**
     * The share of heap and cores that may be in use. In a heap full of live objects the collector never stops, and on
     * cores that are always busy requests queue.
     */
    static final double USABLE = 0.7;

    /** The factor from usable heap to {@code -Xmx}: the parallel collector keeps a ninth of it empty for its copies. */
    static final double MAX_HEAP = 1.13;

    /** The factor from the usual latency of a partner to its slowest. */
    static final double SLOWEST_RESPONSE = 1.1;

    private Costs() {}
}
