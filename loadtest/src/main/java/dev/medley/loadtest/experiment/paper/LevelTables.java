package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;

/** The tables common to the reports of figure 4 and of table 2: all figures of each level. */
final class LevelTables {

    private LevelTables() {}

    /** Adds what the load saw and what the server took. */
    static void addTo(Report.Builder report, List<Level> levels) {
        report.add(load(levels)).add(server(levels));
        ServerSamples.reportLost(
                report,
                levels.stream().mapToLong(level -> level.server().lost()).sum());
    }

    static Verdict noErrors(List<Level> levels) {
        long errors =
                levels.stream().mapToLong(level -> level.figures().errors()).sum();
        long warmUp = levels.stream()
                .mapToLong(level -> level.figures().warmUpErrors())
                .sum();
        boolean each = levels.stream().allMatch(level -> level.figures().requests() > 0);
        return Verdict.of("No mashup failed", each && errors + warmUp == 0)
                .figure("errors", (double) errors, "")
                .figure("errors in the warm-up", (double) warmUp, "");
    }

    static String name(Level level) {
        return level.mode().configured() + ", " + level.users();
    }

    private static Table load(List<Level> levels) {
        Table table = Table.captioned(
                "What the load saw",
                "mode, users",
                "requests",
                "errors",
                "errors in the warm-up",
                "mashups/s",
                "mean ms",
                "p99 ms",
                "load's CPU %");
        for (Level level : levels) {
            LoadFigures figures = level.figures();
            table = table.row(
                    name(level),
                    figures.requests(),
                    figures.errors(),
                    figures.warmUpErrors(),
                    Cell.of(figures.perSecond(), 1),
                    Cell.of(figures.meanMillis(), 1),
                    Cell.of(figures.p99Millis(), 0),
                    Cell.of(figures.cpuPercent(), 0));
        }
        return table;
    }

    private static Table server(List<Level> levels) {
        Table table = Table.captioned(
                "What the server took, on average over samples of a second",
                "mode, users",
                "pool threads",
                "of them given to selectors",
                "threads of the process",
                "resident MB",
                "heap MB",
                "CPU %",
                "inbound in flight",
                "outbound in flight",
                "connections",
                "open files");
        for (Level level : levels) {
            ServerSamples server = level.server();
            table = table.row(
                    name(level),
                    Cell.of(server.mean(ServerSample::threadsStarted), 1),
                    Cell.of(server.mean(ServerSample::threadsLeased), 1),
                    Cell.of(server.mean(sample -> sample.process().threads()), 1),
                    Cell.of(server.mean(sample -> sample.process().residentMegabytes()), 0),
                    Cell.of(server.mean(ServerSample::heapMegabytes), 0),
                    Cell.of(server.cpuPercent(), 0),
                    Cell.of(server.mean(ServerSample::inbound), 1),
                    Cell.of(server.mean(ServerSample::outbound), 1),
                    Cell.of(server.mean(ServerSample::connections), 1),
                    Cell.of(server.mean(sample -> sample.process().files()), 0));
        }
        return table;
    }
}
