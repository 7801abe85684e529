package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.SoakSample;
import dev.medley.loadtest.report.section.Point;
import java.util.List;

/** What a server that leaks has more and more of. */
enum SoakResource {
    /** Open files, sockets included. */
    FILES("open files", "", 5, 20),
    /** Threads of the process, those of the JVM included. */
    THREADS("threads", "", 8, 4),
    /** Objects that are alive. */
    LIVE_HEAP("MB of live heap", "MB", 10, 4),
    /** Direct buffers. */
    DIRECT("MB of direct memory", "MB", 32, 4),
    /** Memory that the process holds: the heap grows within its bound, and code is compiled. */
    RESIDENT("MB resident", "MB", 600, 60);

    private final String label;
    private final String unit;
    private final double mayGrow;
    private final double boundPerHour;

    SoakResource(String label, String unit, double mayGrow, double boundPerHour) {
        this.label = label;
        this.unit = unit;
        this.mayGrow = mayGrow;
        this.boundPerHour = boundPerHour;
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
        return this == LIVE_HEAP ? rest.liveHeapMegabytes() : of(rest.sample());
    }

    List<Point> series(SoakRun run) {
        return this == LIVE_HEAP ? run.liveHeap() : run.series(this::of);
    }

    private double of(SoakSample sample) {
        ProcessFacts process = sample.server().process();
        return switch (this) {
            case FILES -> process.files();
            case THREADS -> process.threads();
            case DIRECT -> sample.directMegabytes();
            case RESIDENT -> process.residentMegabytes();
            case LIVE_HEAP -> Double.NaN; // Looked at on its own.
        };
    }
}
