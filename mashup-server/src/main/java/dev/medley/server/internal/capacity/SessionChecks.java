package dev.medley.server.internal.capacity;

import java.util.List;

/** Checks that sessions on topics fit beside the requests of a workload. */
final class SessionChecks {

    private SessionChecks() {}

    static List<Finding> of(CapacityInput input, long sessions) {
        return sessions == 0
                ? List.of()
                : List.of(files(input, sessions), heap(input, sessions), memory(input, sessions));
    }

    private static Finding files(CapacityInput input, long sessions) {
        long needed = input.workload().files() + sessions;
        long limit = Unit.roundUp(needed);
        return new Finding(
                "open files with sessions",
                input.limit(SystemLimit.OPEN_FILES),
                needed,
                Unit.COUNT,
                List.of(
                        "ulimit -n " + limit + "   (in the shell that starts Medley)",
                        "LimitNOFILE=" + limit + "   (in the systemd unit)",
                        "event streams over HTTP/2 in place of WebSockets: those of a client share a connection"));
    }

    private static Finding heap(CapacityInput input, long sessions) {
        double needed = heapNeeded(input, sessions);
        return new Finding(
                "max heap with sessions",
                input.limit(SystemLimit.MAX_HEAP),
                needed,
                Unit.BYTES,
                List.of(Unit.maxHeapOption(needed * Costs.MAX_HEAP) + "   (in config/jvm.options, or in JAVA_OPTS)"));
    }

    /** The logs of topics are in the heap. */
    private static double heapNeeded(CapacityInput input, long sessions) {
        long logs = input.configuration().topics().stream()
                .mapToLong(each -> each.settings().bytes())
                .sum();
        return input.heapNeeded() + (logs + (double) sessions * SessionCosts.HEAP_BYTES) / Costs.USABLE;
    }

    private static Finding memory(CapacityInput input, long sessions) {
        double heap = Math.max(input.limit(SystemLimit.MAX_HEAP).orElse(0), heapNeeded(input, sessions));
        double needed = heap + input.memoryOutsideHeap() + (double) sessions * SessionCosts.KERNEL_BYTES;
        return new Finding(
                "memory with sessions",
                input.limit(SystemLimit.MEMORY),
                needed,
                Unit.BYTES,
                List.of("a machine or a container (MemoryMax= with systemd) of %s".formatted(Unit.BYTES.show(needed))));
    }
}
