package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Table;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The report of {@link Threads}. */
final class ThreadsReport {

    private static final double PERCENT = 100;

    private final Setup setup;
    private final ThreadsPlan plan;
    private final Windows windows;

    ThreadsReport(Setup setup, ThreadsPlan plan, Windows windows) {
        this.setup = setup;
        this.plan = plan;
        this.windows = windows;
    }

    /**
     * What was the same in all windows.
     *
     * @param pinned whether each server was held on one core, and the load on the others
     * @param excluded servers that did not start or answered otherwise, each with the reason
     * @param notInstalled servers that are not on this machine
     * @param phases of Medley's requests
     */
    record Circumstances(boolean pinned, Map<String, String> excluded, List<String> notInstalled, PhaseProfile phases) {

        Circumstances {
            excluded = Map.copyOf(excluded);
            notInstalled = List.copyOf(notInstalled);
        }
    }

    Report of(Circumstances circumstances) {
        Report.Builder report = setup.report(
                        "Threads: a thread for each connection, a pool, events",
                        "A closed loop, medians of %d rounds".formatted(plan.rounds()))
                .text(
                        "Chandramouli, Duke University: threads is a thread for each connection, pool has %d threads that accept"
                                        .formatted(WebServer.POOL_THREADS)
                                + " by turns. Closed: a connection for each request (the paper's HTTP/1.0); kept: one for all"
                                + " requests of a user (HTTP/1.1). Latency counts from the start of a request, the opening of its"
                                + " connection included.")
                .text(pinned(circumstances.pinned()));
        circumstances
                .excluded()
                .forEach((server, reason) -> report.text("Excluded: %s, %s.".formatted(server, reason)));
        if (!circumstances.notInstalled().isEmpty()) {
            report.text("Not installed: %s.".formatted(String.join(", ", circumstances.notInstalled())));
        }
        if (plan.servers().contains(WebServer.MEDLEY_ASYNC)) {
            ExecutionMode.leftOut().ifPresent(report::text);
        }
        report.add(DukeStatements.table(DukeStatements.of(windows)));
        ThreadsPlots plots = new ThreadsPlots(windows);
        plots.ofThePaper().forEach(plot -> add(report, plot));
        figure7(report, circumstances.phases());
        plots.ofManyConnections().forEach(plot -> add(report, plot));
        for (Series series : Series.values()) {
            if (!windows.settings(series).isEmpty()) {
                report.add(table(series));
            }
        }
        addErrors(report);
        ThreadsClaims.of(plan, windows, circumstances.excluded().keySet()).forEach(report::add);
        return report.build();
    }

    private static String pinned(boolean pinned) {
        return pinned
                ? "Each server is held on one core; the load has the others. If the driver takes most of its cores, the"
                        + " throughput is the driver's; the CPU time of a request is the server's in any case."
                : "Nothing is pinned: servers and load share the cores.";
    }

    private static void add(Report.Builder report, Plot plot) {
        if (!plot.curves().isEmpty()) {
            report.add(plot);
        }
    }

    private static void figure7(Report.Builder report, PhaseProfile profile) {
        if (profile.isEmpty()) {
            report.text("Figure 7, the phases of a request, is missing: /metrics of medley-async has no histogram %s."
                    .formatted(PhaseProfile.HISTOGRAM));
            return;
        }
        Table table = Table.captioned(
                "Figure 7: phases of a request of medley-async, means of all windows",
                "phase",
                "µs",
                "share %",
                "requests");
        for (Map.Entry<String, PhaseProfile.Phase> each : profile.phases().entrySet()) {
            table = table.row(
                    each.getKey(),
                    Cell.of(each.getValue().meanMicros(), 1),
                    Cell.of(PERCENT * each.getValue().seconds() / profile.seconds(), 1),
                    Cell.of(each.getValue().count(), 0));
        }
        report.add(table);
    }

    private Table table(Series series) {
        Table table = Table.captioned(
                caption(series),
                "setting",
                "server",
                "connections",
                "requests/s",
                "quartiles",
                "mean ms",
                "p99 ms",
                "CPU µs",
                "server % of a core",
                "driver %",
                "threads",
                "resident MB",
                "errors");
        Collection<Windows.Key> keys = windows.keys().stream()
                .filter(key -> key.setting().series() == series)
                .sorted(Comparator.comparing((Windows.Key key) -> key.setting().closing())
                        .thenComparing(key -> key.setting().users())
                        .thenComparing(key -> key.setting().size())
                        .thenComparing(key -> key.setting().roundTripMillis())
                        .thenComparing(Windows.Key::server))
                .toList();
        for (Windows.Key key : keys) {
            table = table.row(
                    name(key.setting()),
                    key.server().label(),
                    key.setting().way(),
                    median(key, WindowFigures::perSecond, 0),
                    windows.of(key.server(), key.setting(), WindowFigures::perSecond)
                            .range(0),
                    median(key, WindowFigures::meanMillis, 2),
                    median(key, WindowFigures::p99Millis, 2),
                    median(key, WindowFigures::cpuMicros, 0),
                    median(key, WindowFigures::serverPercent, 0),
                    median(key, WindowFigures::driverPercent, 0),
                    median(key, WindowFigures::threads, 0),
                    median(key, WindowFigures::residentMegabytes, 0),
                    Cell.of(windows.errors(key::equals), 0));
        }
        return table;
    }

    private Cell median(Windows.Key key, java.util.function.ToDoubleFunction<WindowFigures> value, int decimals) {
        return Cell.of(windows.median(key.server(), key.setting(), value), decimals);
    }

    private static String name(Setting setting) {
        return switch (setting.series()) {
            case LOAD, CONNECTIONS -> "%,d users".formatted(setting.users());
            case SIZE -> "%,d bytes".formatted(setting.size());
            case LOAD_AND_SIZE -> "%,d users, %,d bytes".formatted(setting.users(), setting.size());
            case ROUND_TRIP -> "%d ms".formatted(setting.roundTripMillis());
            case PAUSES -> "%d users, pause of %d ms".formatted(setting.users(), setting.pauseMillis());
        };
    }

    private static String caption(Series series) {
        return switch (series) {
            case LOAD -> "By load; 8,000 bytes (figures 1, 6, 8)";
            case SIZE -> "By size; load 3 (figures 2, 3)";
            case LOAD_AND_SIZE -> "By load and size; closed (figures 4, 5)";
            case ROUND_TRIP -> "By round-trip time; load 3, 8,000 bytes, behind a proxy (section VII.B)";
            case PAUSES -> "Users who pause, three for each thread of the pool; 8,000 bytes (section VII.D)";
            case CONNECTIONS -> "Many connections; 8,000 bytes (section VII.A)";
        };
    }

    private void addErrors(Report.Builder report) {
        report.text("Errors at loads up to 15, and of 1,000 users at Medley: %s. In all other windows: %s."
                .formatted(errors(ThreadsClaims::bounded), errors(key -> !ThreadsClaims.bounded(key))));
    }

    private String errors(Predicate<Windows.Key> chosen) {
        String errors = windows.keys().stream()
                .filter(chosen)
                .flatMap(key -> windows.messages(key::equals).entrySet().stream()
                        .map(each -> "%s (%d, %s, %s, %s)"
                                .formatted(
                                        each.getKey(),
                                        each.getValue(),
                                        key.server().label(),
                                        name(key.setting()),
                                        key.setting().way())))
                .collect(Collectors.joining("; "));
        return errors.isEmpty() ? "none" : errors;
    }
}
