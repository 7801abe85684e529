package dev.medley.loadtest.experiment.overload;

import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The report on overload: plots and a table of each case, and claims where a partner sets the capacity. */
final class OverloadReport {

    private static final double ENOUGH_GOODPUT = 0.9;
    private static final double MOST_P99 = 2;
    private static final double MOST_CPU_PERCENT = 30;

    private OverloadReport() {}

    static Report of(Setup setup, Map<OverloadCase, List<OverloadCurve>> cases, double cpuCapacity) {
        Report.Builder report = setup.report(
                        "Goodput under overload",
                        "Random arrivals at up to five times the capacity, of clients that give up after a second")
                .text(
                        ("Goodput counts the replies with status 200 that arrived in time. Where a partner sets the capacity, it"
                                        + " works on 20 requests at a time, each for 50 ms: %.0f mashups a second. Where the CPU sets it, a"
                                        + " mashup has %d exchanges, and %.0f a second were measured in a closed loop, with server,"
                                        + " partner and load on the same processors.")
                                .formatted(OverloadCase.PARTNER_CAPACITY, OverloadCase.CPU.exchanges(), cpuCapacity));
        cases.forEach((each, curves) -> {
            report.add(plot("Goodput where " + each.label(), "goodput", "1/s", curves, OverloadLevel::goodput));
            report.add(plot(
                    "99th percentile of the admitted where " + each.label(),
                    "p99",
                    "ms",
                    curves,
                    OverloadLevel::p99Millis));
            report.add(table(each, curves));
        });
        curvesOfPartner(cases).stream()
                .filter(curve -> curve.guard() != OverloadGuard.NONE)
                .flatMap(curve -> verdicts(curve, setup.quick()).stream())
                .forEach(report::add);
        return report.build();
    }

    private static List<OverloadCurve> curvesOfPartner(Map<OverloadCase, List<OverloadCurve>> cases) {
        return cases.getOrDefault(OverloadCase.PARTNER, List.of());
    }

    private static Plot plot(
            String title, String y, String unit, List<OverloadCurve> curves, ToDoubleFunction<OverloadLevel> value) {
        Plot plot = Plot.of(title, Axis.of("offered load, in multiples of the capacity", ""), Axis.of(y, unit));
        for (OverloadCurve curve : curves) {
            plot = plot.curve(Curve.line(curve.guard().label(), curve.points(value)));
        }
        return plot;
    }

    private static Table table(OverloadCase each, List<OverloadCurve> curves) {
        Table table = Table.captioned(
                "Where " + each.label(),
                "admission, load",
                "offered/s",
                "goodput/s",
                "refused/s",
                "timed out/s",
                "p50 ms",
                "p99 ms",
                "server CPU %",
                "driver CPU %");
        for (OverloadCurve curve : curves) {
            for (OverloadLevel level : curve.levels()) {
                table = table.row(
                        "%s, %.1fx".formatted(curve.guard().label(), level.factor()),
                        Cell.of(level.phase().plannedPerSecond(), 0),
                        Cell.of(level.goodput(), 0),
                        Cell.of(level.refused(), 0),
                        Cell.of(level.timedOut(), 0),
                        Cell.of(level.phase().corrected().p50Millis(), 0),
                        Cell.of(level.p99Millis(), 0),
                        Cell.of(level.cpuPercent(), 0),
                        Cell.of(level.phase().cpuPercent(), 0));
            }
        }
        return table;
    }

    /** The short form, on a cold server, claims only that requests were answered. */
    static List<Verdict> verdicts(OverloadCurve curve, boolean quick) {
        OverloadLevel peak = curve.peak();
        OverloadLevel last = curve.last();
        String with = curve.guard().label() + ": ";
        if (quick) {
            return List.of(Verdict.of(with + "replies at five times the capacity", last.goodput() > 0)
                    .figure("goodput", last.goodput(), "1/s"));
        }
        return List.of(
                Verdict.of(
                                with + "goodput at five times the capacity is at least 90 % of the peak",
                                last.goodput() >= ENOUGH_GOODPUT * peak.goodput())
                        .figure("goodput", last.goodput(), "1/s")
                        .figure("peak", peak.goodput(), "1/s"),
                Verdict.of(
                                with
                                        + "p99 of the admitted at five times the capacity is at most twice that at the peak",
                                last.p99Millis() <= MOST_P99 * peak.p99Millis())
                        .figure("p99", last.p99Millis(), "ms")
                        .figure("p99 at the peak", peak.p99Millis(), "ms"),
                Verdict.of(
                                with + "the peak uses at most 30 % of one processor",
                                // Where it is unknown, nothing is claimed.
                                !(peak.cpuPercent() > MOST_CPU_PERCENT))
                        .figure("CPU", peak.cpuPercent(), "%"));
    }
}
