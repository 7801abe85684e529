package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The report of the second part: mashups that wait for partners beside others that code. */
final class MashupReport {

    /** What codings off the loop may cost the others, of what inline codings cost them. */
    private static final double MOST_OF_INLINE = 0.5;

    /** The ways of users whose codings do not hold the loop, on threads of the pool. */
    static final List<Way> OFF_THE_LOOP = List.of(Way.COMPUTE, Way.POOL);

    private final CodecPlan plan;
    private final MashupResults results;

    MashupReport(CodecPlan plan, MashupResults results) {
        this.plan = plan;
        this.results = results;
    }

    void addTo(Report.Builder report) {
        report.text(
                ("%.0f random arrivals a second request a mashup of %d exchanges, whose partner takes %d ms, beside mashups that"
                                + " code for so many milliseconds and take %.0f %% of a core. A slice has about %.0f ms. The server %s."
                                + " A millisecond has %.0f codings.")
                        .formatted(
                                MashupBench.RATE,
                                MashupBench.EXCHANGES,
                                MashupBench.DELAY_MILLIS,
                                100 * MashupBench.SHARE,
                                MashupBench.SLICE_MILLIS,
                                results.pinned()
                                        ? "has one core, load and partner the others"
                                        : "shares all cores with load and partner, as taskset is missing",
                                results.codingsPerMilli()));
        report.add(plot("p99 of mashups that wait, by the work of the others", MashupWindow::p99))
                .add(plot("p99 of the mashups that code", MashupWindow::codingP99))
                .add(table());
        verdicts(plan, results).forEach(report::add);
    }

    private Plot plot(String title, ToDoubleFunction<MashupWindow> figure) {
        Plot plot = Plot.of(
                title,
                Axis.of("CPU time of a mashup that codes", "ms").logarithmic(),
                Axis.of("p99", "ms").logarithmic());
        for (Way way : results.ways()) {
            List<Point> points = plan.work().stream()
                    .map(work -> new Point(work, results.of(way, work, figure).median()))
                    .toList();
            plot = plot.curve(Curve.line(way.title(), points));
        }
        return plot;
    }

    private Table table() {
        Table table = Table.captioned(
                "Mashups that wait beside mashups that code: medians of %d rounds".formatted(plan.mashupRounds()),
                "the others code",
                "ms each",
                "p50 ms",
                "p99 ms",
                "quartiles",
                "the others: p50 ms",
                "p99 ms",
                "CPU of the server, %",
                "failed");
        List<Integer> none = List.of(0);
        for (Way way :
                Stream.concat(Stream.of(Way.ALONE), results.ways().stream()).toList()) {
            for (int work : way == Way.ALONE ? none : plan.work()) {
                Quartiles p99 = results.of(way, work, MashupWindow::p99);
                table = table.row(
                        way.title(),
                        work,
                        Cell.of(results.of(way, work, MashupWindow::p50).median(), 1),
                        Cell.of(p99.median(), 1),
                        p99.range(1),
                        Cell.of(results.of(way, work, MashupWindow::codingP50).median(), 1),
                        Cell.of(results.of(way, work, MashupWindow::codingP99).median(), 1),
                        Cell.of(results.of(way, work, MashupWindow::cpuPercent).median(), 0),
                        results.of(way, work).stream()
                                .mapToLong(MashupWindow::failed)
                                .sum());
            }
        }
        return table;
    }

    static List<Verdict> verdicts(CodecPlan plan, MashupResults results) {
        List<Verdict> verdicts = new ArrayList<>();
        long failed = results.windows().stream().mapToLong(MashupWindow::failed).sum();
        verdicts.add(Verdict.of(
                        "No mashup fails beside mashups that code",
                        failed == 0 && !results.windows().isEmpty())
                .figure("failed", (double) failed, "")
                .figure("windows", results.windows().size(), ""));
        if (plan.quick()) {
            return verdicts;
        }
        int most = plan.work().get(plan.work().size() - 1);
        double alone = results.p99(Way.ALONE, 0);
        double inline = results.p99(Way.INLINE, most) - alone;
        for (Way way : OFF_THE_LOOP) {
            double rise = results.p99(way, most) - alone;
            verdicts.add(Verdict.of(
                            "Beside mashups of %d ms, %s, p99 rises by at most half of what it rises by beside inline ones"
                                    .formatted(most, way.title()),
                            rise <= MOST_OF_INLINE * inline)
                    .figure("alone", alone, "ms")
                    .figure("rise", rise, "ms")
                    .figure("rise beside inline", inline, "ms"));
        }
        return verdicts;
    }
}
