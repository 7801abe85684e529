package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What the process itself needs: heap, memory, cores, threads, Java. */
final class ProcessChecks {

    private static final int OLDEST_JAVA = 17;
    private static final int VIRTUAL_THREADS_SINCE = 21;
    private static final String WHERE = "   (in config/jvm.options, or in JAVA_OPTS)";
    private static final double MIB = 1 << 20;

    private ProcessChecks() {}

    static List<Finding> of(Situation situation) {
        return List.of(heap(situation), memory(situation), cores(situation), threads(situation), java(situation));
    }

    private static Finding heap(Situation situation) {
        double needed = situation.heapNeeded();
        return new Finding(
                "max heap",
                situation.there(Fact.MAX_HEAP),
                needed,
                Unit.BYTES,
                List.of(RoundUp.maxHeap(needed * Costs.MAX_HEAP) + WHERE));
    }

    /** The heap may grow to its bound, whatever is needed of it; without memory for that, the system ends the process. */
    private static Finding memory(Situation situation) {
        double outside = situation.memoryOutsideHeap();
        OptionalDouble heap = situation.there(Fact.MAX_HEAP);
        double needed = Math.max(heap.orElse(0), situation.heapNeeded()) + outside;
        List<String> mends = new ArrayList<>();
        double left = situation.there(Fact.MEMORY).orElse(0) - outside;
        if (left >= situation.heapNeeded()) {
            mends.add("-Xmx%.0fm%s".formatted(Math.floor(left / MIB), WHERE));
        } else {
            mends.add("a machine or a container (MemoryMax= with systemd) of %s".formatted(Unit.BYTES.show(needed)));
        }
        if (situation.server().execution() == ExecutionMode.BLOCKING) {
            mends.add("-Xss256k" + WHERE);
        }
        return new Finding("memory", situation.there(Fact.MEMORY), needed, Unit.BYTES, mends);
    }

    private static Finding cores(Situation situation) {
        return new Finding(
                "cores",
                situation.there(Fact.PROCESSORS),
                situation.load().busyThreads() / Costs.USABLE,
                Unit.FRACTION,
                List.of("no setting: more cores, or more instances (medley plan says how many)"));
    }

    private static Finding threads(Situation situation) {
        ExecutionMode mode = situation.server().execution();
        long needed = PoolSize.fewest(situation.load(), mode);
        List<String> mends = new ArrayList<>();
        mends.add("server.threads: " + RoundUp.count(needed));
        if (mode == ExecutionMode.BLOCKING) {
            mends.add("server.execution: async   (holds no thread while it waits)");
        }
        return new Finding(
                "threads of the pool", OptionalDouble.of(situation.server().threads()), needed, Unit.COUNT, mends);
    }

    private static Finding java(Situation situation) {
        boolean virtual = situation.server().execution() == ExecutionMode.VIRTUAL;
        return new Finding(
                "Java",
                situation.there(Fact.JAVA_VERSION),
                virtual ? VIRTUAL_THREADS_SINCE : OLDEST_JAVA,
                Unit.VERSION,
                List.of("JAVA_HOME of a JDK 21 or later", "server.execution: async"));
    }
}
