package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.CollectedHeap;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;

/** The tables of figure 5: all figures of each phase. */
final class PhaseTables {

    private PhaseTables() {}

    /** Adds what the load saw and what the server took. */
    static void addTo(Report.Builder report, LoadResult load, ServerSamples samples, CollectedHeap heap) {
        report.add(load(load)).add(server(load, samples, heap));
    }

    private static Table load(LoadResult load) {
        Table table = Table.captioned(
                "Phases",
                "phase",
                "arrivals/s",
                "most users",
                "answered",
                "errors",
                "p50 ms",
                "p99 ms",
                "driver CPU %");
        for (PhaseResult phase : load.phases()) {
            table = table.row(
                    phase.name(),
                    Cell.of(phase.plannedPerSecond(), 1),
                    phase.mostInFlight(),
                    phase.succeeded(),
                    phase.failed(),
                    Cell.of(phase.corrected().p50Millis(), 0),
                    Cell.of(phase.corrected().p99Millis(), 0),
                    Cell.of(phase.cpuPercent(), 0));
        }
        return table;
    }

    private static Table server(LoadResult load, ServerSamples samples, CollectedHeap heap) {
        Table table = Table.captioned(
                "What the server took",
                "phase",
                "most outbound requests",
                "most threads",
                "most heap in use MB",
                "least heap after a collection MB",
                "most heap after a collection MB",
                "CPU %",
                "CPU of a mashup µs");
        for (PhaseResult phase : load.phases()) {
            double from = phase.fromSeconds();
            double to = from + phase.seconds();
            table = row(table, phase.name(), samples.between(from, to), heap.between(from, to));
        }
        return row(table, "all", samples, heap);
    }

    private static Table row(Table table, String phase, ServerSamples samples, CollectedHeap heap) {
        return table.row(
                phase,
                Cell.of(samples.most(ServerSample::outbound), 0),
                Cell.of(samples.most(sample -> sample.process().threads()), 0),
                Cell.of(samples.most(ServerSample::heapMegabytes), 0),
                Cell.of(heap.least(), 0),
                Cell.of(heap.most(), 0),
                Cell.of(samples.cpuPercent(), 0),
                Cell.of(samples.microsPerRequest(), 0));
    }
}
