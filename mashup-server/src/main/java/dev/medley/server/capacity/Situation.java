package dev.medley.server.capacity;

import dev.medley.config.Configuration;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import java.util.OptionalDouble;

/** A machine, a configuration, and what they are to carry. */
record Situation(MachineFacts facts, Configuration configuration, Load load) {

    private static final long NONE = -1;

    OptionalDouble there(Fact fact) {
        return facts.read(fact).stream().asDoubleStream().findFirst();
    }

    /** Whether it is known that there is that much. */
    boolean hasAtLeast(Fact fact, long amount) {
        return facts.read(fact).orElse(NONE) >= amount;
    }

    ServerSettings server() {
        return configuration.server();
    }

    /** Exchanges with each partner: mashups go through the partners in turn, and the first get what is left over. */
    long exchangesPerPartner() {
        int partners = Math.max(1, configuration.partners().size());
        return load.users() * ((load.fanOut() + partners - 1) / partners);
    }

    /** The heap with which the garbage collector has room to work. */
    double heapNeeded() {
        return Math.ceil((Costs.FIXED_HEAP_BYTES + load.heapBytes(server().execution())) / Costs.USABLE);
    }

    /** Memory of the process that is not heap; stacks count in full, though the system gives what is used of them. */
    double memoryOutsideHeap() {
        return Costs.OUTSIDE_HEAP_BYTES
                + threadsStarted() * there(Fact.THREAD_STACK).orElse(Costs.STACK_BYTES);
    }

    /** A pool for the blocking mode is large and starts what is needed of it; the others are small and start all. */
    private double threadsStarted() {
        ExecutionMode mode = server().execution();
        return mode == ExecutionMode.BLOCKING ? PoolSize.fewest(load, mode) : server().threads();
    }
}
