package dev.medley.server.internal.capacity;

import dev.medley.config.ExecutionMode;
import dev.medley.thread.internal.BrokerPool;
import java.time.Duration;

/**
 * Concurrent inbound requests and the resources that they need. Its law is equation 2 of the paper, n = N(D/S + c).
 *
 * @param users N: concurrent inbound requests, each on a connection of its own
 * @param shape of each, with C: its exchanges
 * @param partnerLatency of its slowest partner
 * @param demand D: thread time of an inbound request, without its exchanges
 * @param connectionShare connections for each exchange: 1 with HTTP/1.1, less where exchanges share them
 */
public record Workload(
        long users, MashupShape shape, Duration partnerLatency, Duration demand, double connectionShare) {

    private static final double NANOS = 1e9;

    /** Selectors and the reserved thread, which run none of the tasks. */
    private static final int LEASED_THREADS = BrokerPool.MINIMUM_THREADS - 1;

    /** In the blocking mode one thread in eight, and at least two, are the broker's alone (docs/concurrency.md). */
    private static final int INBOUND_SHARE = 7;

    private static final int MIN_BROKER_THREADS = 2;

    /** Creates a workload with the demand of the reference measurement, and a connection for each exchange. */
    public static Workload of(long users, MashupShape shape, Duration partnerLatency) {
        return of(users, shape, partnerLatency, Costs.DEMAND);
    }

    /** Creates a workload with a connection for each exchange. */
    static Workload of(long users, MashupShape shape, Duration partnerLatency, Duration demand) {
        return new Workload(users, shape, partnerLatency, demand, 1);
    }

    /** As {@link #of(long, MashupShape, Duration)}, with all exchanges at the same time. */
    static Workload of(long users, int fanOut, Duration latency) {
        return of(users, MashupShape.parallel(fanOut), latency);
    }

    /** C: exchanges of each inbound request. */
    int fanOut() {
        return shape.exchanges();
    }

    /** S: service time of an inbound request, which waits for the slowest partner of each layer. */
    Duration latency() {
        return partnerLatency.multipliedBy(shape.layers());
    }

    /** Returns this workload with another share of connections. */
    Workload withConnectionShare(double share) {
        return new Workload(users, shape, partnerLatency, demand, share);
    }

    /** Returns this workload with another number of users. */
    Workload withUsers(long otherUsers) {
        return new Workload(otherUsers, shape, partnerLatency, demand, connectionShare);
    }

    /** N*C, divided by the layers: exchanges in flight. */
    long exchanges() {
        return shape.inFlight(users, fanOut());
    }

    /** Connections, inbound and outbound. */
    long connections() {
        return users + (long) Math.ceil(exchanges() * connectionShare);
    }

    /** Open files of a single process that carries all of it. */
    long files() {
        return connections() + Costs.FILES;
    }

    /** Inbound requests per second, by Little's law. */
    double rate() {
        return users / seconds(latency());
    }

    /** c: threads that the exchanges of one inbound request take. */
    double exchangeThreads() {
        return fanOut() * seconds(Costs.EXCHANGE_DEMAND) / seconds(latency());
    }

    /** N(D/S + c): utilized threads if no thread is held while a request waits, and so the cores that they keep busy. */
    double busyThreads() {
        return users * (seconds(demand) / seconds(latency()) + exchangeThreads());
    }

    /** Heap beyond the fixed part while all requests wait. */
    long heapBytes(ExecutionMode mode) {
        long stacks = mode == ExecutionMode.VIRTUAL ? users * Costs.VIRTUAL_STACK_BYTES : 0;
        return users * Costs.SUSPENDED_BYTES
                + exchanges() * Costs.EXCHANGE_BYTES
                + connections() * Costs.CONNECTION_BYTES
                + stacks;
    }

    /** Returns the fewest threads of a pool with which no task waits for one. */
    long minThreads(ExecutionMode mode) {
        long needed = mode == ExecutionMode.BLOCKING
                ? users + Math.max(MIN_BROKER_THREADS, (users + INBOUND_SHARE - 1) / INBOUND_SHARE)
                : (long) Math.ceil(busyThreads());
        return Math.max(mode.minimumThreads(), LEASED_THREADS + needed);
    }

    /** Returns the threads to configure: the default if it is enough, and in the blocking mode the minimum. */
    long recommendedThreads(ExecutionMode mode) {
        long min = minThreads(mode);
        return mode == ExecutionMode.BLOCKING ? min : Math.max(mode.defaultThreads(), min);
    }

    /** Returns the inbound requests that may hold one of {@code threads} at the same time, in the blocking mode. */
    static long maxInbound(long threads) {
        long free = threads - LEASED_THREADS;
        return Math.max(1, free - Math.max(MIN_BROKER_THREADS, free / (INBOUND_SHARE + 1)));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }
}
