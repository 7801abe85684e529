package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import java.time.Duration;

/**
 * Inbound requests at a time, and what they need. Its law is equation 2 of the paper, n = N(D/S + c).
 *
 * @param users N: inbound requests at a time, each on a connection of its own
 * @param fanOut C: exchanges of each, all at once
 * @param latency S: how long an inbound request takes, which is how long its slowest partner takes
 * @param demand D: thread time of an inbound request, without its exchanges
 */
public record Load(long users, int fanOut, Duration latency, Duration demand) {

    private static final double NANOS = 1e9;

    /** A load whose inbound requests take as much thread time as those of the reference measurement. */
    public static Load of(long users, int fanOut, Duration latency) {
        return new Load(users, fanOut, latency, Costs.DEMAND);
    }

    /** The same for so many users. */
    Load with(long otherUsers) {
        return new Load(otherUsers, fanOut, latency, demand);
    }

    /** N*C: exchanges in flight, each on a connection of its own. */
    long exchanges() {
        return users * fanOut;
    }

    /** Connections, inbound and outbound. */
    long connections() {
        return users + exchanges();
    }

    /** Open files of a single process that carries all of it. */
    long files() {
        return connections() + Costs.FILES;
    }

    /** Inbound requests a second, by Little's law. */
    double rate() {
        return users / seconds(latency);
    }

    /** c: threads that the exchanges of one inbound request take. */
    double exchangeThreads() {
        return fanOut * seconds(Costs.EXCHANGE_DEMAND) / seconds(latency);
    }

    /** D/S. */
    double demandPerService() {
        return seconds(demand) / seconds(latency);
    }

    /** N(D/S + c): threads at work at a time where nothing is held while it waits, and so the cores they keep busy. */
    double busyThreads() {
        return users * (demandPerService() + exchangeThreads());
    }

    /** Heap besides the fixed part: what is alive while all requests wait. */
    long heapBytes(ExecutionMode mode) {
        long stacks = mode == ExecutionMode.VIRTUAL ? users * Costs.VIRTUAL_STACK_BYTES : 0;
        return users * Costs.SUSPENDED_BYTES
                + exchanges() * Costs.EXCHANGE_BYTES
                + connections() * Costs.CONNECTION_BYTES
                + stacks;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }
}
