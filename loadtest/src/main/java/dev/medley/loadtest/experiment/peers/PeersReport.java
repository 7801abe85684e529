package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The report of the comparison: a table of ratios for each setting, over all runs into the folder. */
final class PeersReport {

    private static final double BUSY = 90;

    private final Setup setup;
    private final PeersPlan plan;
    private final Optional<Taskset> taskset;

    PeersReport(Setup setup, PeersPlan plan, Optional<Taskset> taskset) {
        this.setup = setup;
        this.plan = plan;
        this.taskset = taskset;
    }

    /**
     * Writes the report.
     *
     * @param windows of all runs
     * @param excluded the servers that this run excluded, each with the reason
     */
    Report of(List<PeerWindow> windows, Map<String, String> excluded) {
        Report.Builder report = setup.report(
                        "Medley beside other stacks",
                        "The same mashup by each: parallel requests to partners, each response parsed, all merged")
                .text(method());
        Map<PeerSetting, PeerComparison> comparisons = compare(windows);
        excluded.forEach((peer, reason) -> report.text("Excluded: " + peer + ", " + reason + "."));
        long runs = windows.stream().map(PeerWindow::run).distinct().count();
        if (runs > 1) {
            report.text("The figures come from %d runs into the same folder.".formatted(runs));
        }
        comparisons.forEach((setting, comparison) -> add(report, setting, comparison));
        steepness(comparisons).forEach(report::add);
        long errors =
                windows.stream().mapToLong(window -> window.figures().errors()).sum();
        return report.add(Verdict.of("Every server replied with the documents of the partners", excluded.isEmpty())
                        .figure("servers excluded", excluded.size(), ""))
                .add(Verdict.of("No mashup failed", errors == 0 && !windows.isEmpty())
                        .figure("errors", (double) errors, ""))
                .build();
    }

    private Map<PeerSetting, PeerComparison> compare(List<PeerWindow> windows) {
        Map<PeerSetting, List<PeerWindow>> bySetting = new LinkedHashMap<>();
        windows.forEach(window -> bySetting
                .computeIfAbsent(window.setting(), each -> new ArrayList<>())
                .add(window));
        Map<PeerSetting, PeerComparison> comparisons = new LinkedHashMap<>();
        bySetting.forEach((setting, measured) -> comparisons.put(
                setting, PeerComparison.of(measured, plan.reference().label(), plan.tolerancePercent())));
        return comparisons;
    }

    private String method() {
        String held = taskset.map(tool -> ("The server under load is on core %s, partners and load driver on core %s."
                                + " The servers see one processor.")
                        .formatted(tool.first(), tool.others()))
                .orElse("Nothing is pinned: servers, partners and load driver share all cores.");
        return ("All servers are up and warm at the same time. In a round each is under load for %.1f s while the others idle,"
                        + " in a new order for each round. The ratio divides a server's CPU time per mashup by the time of %s in"
                        + " the same round, so what slows the machine affects both. A fixed loop is timed before and after"
                        + " each round; rounds in which it took over %.0f %% more than at its best in the run are dropped. %s"
                        + " All servers have the same JVM options.")
                .formatted(plan.window().toMillis() / 1e3, plan.reference().label(), plan.tolerancePercent(), held);
    }

    private void add(Report.Builder report, PeerSetting setting, PeerComparison comparison) {
        String dropped = "%d of %d rounds were dropped.".formatted(comparison.dropped(), comparison.rounds());
        report.text("%s: %s"
                .formatted(
                        setting.label(),
                        comparison.tooFew() ? "fewer than 3 rounds were steady, so that all are counted." : dropped));
        double load = comparison.peers().stream()
                .mapToDouble(peer ->
                        comparison.median(peer, window -> window.figures().loadPercent()))
                .max()
                .orElse(0);
        if (setting.pinned() && load > BUSY) {
            report.text(String.format(
                    Locale.ROOT,
                    "Partners and load driver took up to %.0f %% of a core: with the fastest servers, they may have set the"
                            + " rate. CPU for each mashup is less affected than throughput and latency.",
                    load));
        }
        report.add(ratios(setting, comparison))
                .add(figures(setting, comparison))
                .add(rounds(setting, comparison));
    }

    private Table ratios(PeerSetting setting, PeerComparison comparison) {
        Table table = Table.captioned(
                "CPU for each mashup as a ratio to %s: %s"
                        .formatted(plan.reference().label(), setting.label()),
                "server",
                "ratio",
                "quartiles",
                "range",
                "dropped rounds too",
                "CPU us/mashup",
                "switches/mashup",
                "of them involuntary",
                "p50 ms",
                "p99 ms",
                "rounds");
        for (String peer : comparison.peers()) {
            Quartiles quartiles = Quartiles.of(comparison.ratios(peer));
            DoubleSummaryStatistics range = comparison.range(peer);
            table = table.row(
                    peer,
                    Cell.of(quartiles.median(), 2),
                    quartiles.range(2),
                    range.getCount() == 0
                            ? "-"
                            : String.format(Locale.ROOT, "%.2f-%.2f", range.getMin(), range.getMax()),
                    Cell.of(Quartiles.of(comparison.ratiosOfAll(peer)).median(), 2),
                    median(comparison, peer, PeerFigures::cpuMicros, 0),
                    median(comparison, peer, PeerFigures::switches, 1),
                    median(comparison, peer, PeerFigures::involuntary, 1),
                    median(comparison, peer, PeerFigures::p50Millis, 1),
                    median(comparison, peer, PeerFigures::p99Millis, 1),
                    comparison.windows(peer));
        }
        return table;
    }

    private static Table figures(PeerSetting setting, PeerComparison comparison) {
        Table table = Table.captioned(
                "What else was measured, medians: " + setting.label(),
                "server",
                "mashups/s",
                "errors",
                "server % of a core",
                "partners and load %",
                "other servers %",
                "the same idle %",
                "sent late p99 ms",
                "resident MB",
                "threads");
        for (String peer : comparison.peers()) {
            table = table.row(
                    peer,
                    median(comparison, peer, PeerFigures::perSecond, 0),
                    comparison.errors(peer),
                    median(comparison, peer, PeerFigures::serverPercent, 0),
                    median(comparison, peer, PeerFigures::loadPercent, 0),
                    median(comparison, peer, PeerFigures::othersPercent, 1),
                    Cell.of(comparison.median(peer, PeerWindow::idlePercent), 2),
                    median(comparison, peer, PeerFigures::lateP99Millis, 1),
                    median(comparison, peer, PeerFigures::residentMegabytes, 0),
                    median(comparison, peer, PeerFigures::threads, 0));
        }
        return table;
    }

    private Plot rounds(PeerSetting setting, PeerComparison comparison) {
        Plot plot = Plot.of(
                "Ratio to %s, round by round: %s".formatted(plan.reference().label(), setting.label()),
                Axis.of("round that counts", ""),
                Axis.of("ratio of CPU for each mashup", ""));
        for (String peer : comparison.peers()) {
            List<Double> ratios = comparison.ratios(peer);
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < ratios.size(); i++) {
                points.add(new Point(i + 1, ratios.get(i)));
            }
            plot = plot.curve(Curve.points(peer, points));
        }
        return plot;
    }

    /** For settings that differ in the number of requests only, what a further request takes. */
    private List<Table> steepness(Map<PeerSetting, PeerComparison> comparisons) {
        Map<PeerSetting, Steepness> byRest = new LinkedHashMap<>();
        comparisons.forEach((setting, comparison) -> byRest.computeIfAbsent(
                        setting.withCalls(0),
                        rest -> new Steepness(plan.reference().label()))
                .add(setting.calls(), comparison));
        return byRest.entrySet().stream()
                .filter(each -> each.getValue().levels() > 1)
                .map(each -> each.getValue().table(each.getKey()))
                .toList();
    }

    private static Cell median(
            PeerComparison comparison, String peer, ToDoubleFunction<PeerFigures> value, int decimals) {
        return Cell.of(comparison.median(peer, window -> value.applyAsDouble(window.figures())), decimals);
    }
}
