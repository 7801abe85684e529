package dev.medley.server.internal.capacity;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The input of the checks.
 *
 * @param limits of the machine; empty where unknown
 * @param configuration of the server
 * @param workload that both are to carry
 */
record CapacityInput(Function<SystemLimit, OptionalLong> limits, Configuration configuration, Workload workload) {

    OptionalDouble limit(SystemLimit limit) {
        return limits.apply(limit).stream().asDoubleStream().findFirst();
    }

    ServerSettings server() {
        return configuration.server();
    }

    /**
     * Exchanges with a partner, in flight: as many as the mashup has with it, or else those of mashups that use the partners in
     * turn, of which the first ones get the remainder.
     */
    long exchangesWith(PartnerSettings partner) {
        MashupShape shape = workload.shape();
        int partners = Math.max(1, configuration.partners().size());
        int each = shape.byPartner().isEmpty()
                ? (workload.fanOut() + partners - 1) / partners
                : shape.byPartner().getOrDefault(partner.name(), 0);
        return shape.inFlight(workload.users(), each);
    }

    /** Connections to {@code partner}: one for each exchange, or fewer that exchanges share. */
    long connectionsTo(PartnerSettings partner) {
        return (long) Math.ceil(exchangesWith(partner) * PartnerChecks.connectionShare(List.of(partner)));
    }

    /** The heap with which the garbage collector has room to work. */
    double heapNeeded() {
        return Math.ceil((Costs.FIXED_HEAP_BYTES + workload.heapBytes(server().execution())) / Costs.USABLE);
    }

    /** Memory of the process that is not heap; stacks count in full, though the system allocates them as used. */
    double memoryOutsideHeap() {
        return Costs.OUTSIDE_HEAP_BYTES
                + threadsStarted() * limit(SystemLimit.THREAD_STACK).orElse(Costs.STACK_BYTES);
    }

    /** A pool for the blocking mode is large and starts threads on demand; the others are small and start all. */
    private double threadsStarted() {
        ExecutionMode mode = server().execution();
        return mode == ExecutionMode.BLOCKING ? workload.minThreads(mode) : server().threads();
    }
}
