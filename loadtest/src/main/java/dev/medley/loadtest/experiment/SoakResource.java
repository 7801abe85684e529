package dev.medley.loadtest.experiment;

import dev.medley.loadtest.report.Point;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What a server that leaks has more and more of. */
enum SoakResource {
    /** Open files, sockets included. */
    FILES("open files", "", 5, 20, sample -> sample.server().process().files()),
    /** Threads of the process, those of the JVM included. */
    THREADS("threads", "", 8, 4, sample -> sample.server().process().threads()),
    /** Objects that are alive. */
    LIVE_HEAP("MB of live heap", "MB", 10, 4, null),
    /** Direct buffers. */
    DIRECT("MB of direct memory", "MB", 32, 4, SoakSample::directMegabytes),
    /** Memory that the process holds: the heap grows within its bound, and code is compiled. */
    RESIDENT("MB resident", "MB", 600, 60, sample -> sample.server().process().residentMegabytes());

    private final String label;
    private final String unit;
    private final double mayGrow;
    private final double boundPerHour;

    /** The value in a sample; null for that which is looked at on its own. */
    private final @Nullable ToDoubleFunction<SoakSample> value;

    SoakResource(
            String label,
            String unit,
            double mayGrow,
            double boundPerHour,
            @Nullable ToDoubleFunction<SoakSample> value) {
        this.label = label;
        this.unit = unit;
        this.mayGrow = mayGrow;
        this.boundPerHour = boundPerHour;
        this.value = value;
    }

    String label() {
        return label;
    }

    String unit() {
        return unit;
    }

    /** How much more there may be after the load than before it. */
    double mayGrow() {
        return mayGrow;
    }

    /** How much more there may be in each hour of the second half of the load. */
    double boundPerHour() {
        return boundPerHour;
    }

    double of(SoakRun.Rest rest) {
        return value == null ? rest.liveHeapMegabytes() : value.applyAsDouble(rest.sample());
    }

    List<Point> series(SoakRun run) {
        return value == null ? run.liveHeap() : run.series(value);
    }
}
