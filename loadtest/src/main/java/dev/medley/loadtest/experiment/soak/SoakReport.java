package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.SoakSample;
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
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The report on a soak. */
final class SoakReport {

    private SoakReport() {}

    static Report of(Setup setup, SoakPlan plan, SoakRun run) {
        Report.Builder report = setup.report(
                        "A soak with random faults",
                        "%.0f requests/s for %d s, execution mode %s, seed %d"
                                .formatted(
                                        plan.rate(),
                                        plan.duration().toSeconds(),
                                        plan.mode().configured(),
                                        plan.seed()))
                .text(
                        "Clients over HTTP/1.1 and h2c ask for merged documents, streams, posts and uploads; six of a hundred leave"
                                + " in the middle. Five endpoints are behind proxies that cut, delay, throttle, hold and refuse"
                                + " connections at random; eight of a hundred answers are late, have a status of 5xx, or break; two"
                                + " more partners misbehave in each answer. Each request has a token, which each byte of its reply"
                                + " is checked against.")
                .text("Faults of the network: " + words(run.faults()) + ". Reloads of the configuration: "
                        + (run.reloads() == 0 ? "none" : run.reloads()) + ".");
        report.add(ends(run.tally()));
        run.tally().shown().forEach(report::text);
        report.add(rests(run));
        report.add(trends(run));
        plots(report, run);
        ServerSamples.reportLost(report, run.lost());
        verdicts(plan, run).forEach(report::add);
        return report.build();
    }

    private static String words(Map<?, Long> faults) {
        return faults.entrySet().stream()
                .map(each ->
                        each.getKey().toString().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + each.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static Table ends(SoakTally tally) {
        Table table = Table.captioned("Ends of the requests", "request", "end", "number");
        for (SoakKind kind : SoakKind.values()) {
            for (Map.Entry<String, Long> end : tally.of(kind).entrySet()) {
                table = table.row(kind.name().toLowerCase(Locale.ROOT), end.getKey(), end.getValue());
            }
        }
        return table;
    }

    private static Table rests(SoakRun run) {
        Table table = Table.captioned("Without load", "", "before", "after", "may grow by");
        for (SoakResource resource : SoakResource.values()) {
            table = table.row(
                    resource.label(),
                    Cell.of(resource.of(run.baseline()), 1),
                    Cell.of(resource.of(run.end()), 1),
                    Cell.of(resource.mayGrow(), 0));
        }
        return table.row(
                "requests, exchanges, connections, permits",
                Cell.of(run.baseline().busy(), 0),
                Cell.of(run.end().busy(), 0),
                Cell.of(0, 0));
    }

    private static Table trends(SoakRun run) {
        Table table = Table.captioned(
                "Least squares over the second half", "", "mean", "growth per hour", "±", "bound", "flat");
        for (SoakResource resource : SoakResource.values()) {
            Trend trend = Trend.ofSecondHalf(resource.series(run));
            table = table.row(
                    resource.label(),
                    Cell.of(trend.mean(), 1),
                    Cell.of(trend.perHour(), 1),
                    Cell.of(trend.uncertaintyPerHour(), 1),
                    Cell.of(resource.boundPerHour(), 0),
                    trend.isFlat(resource.boundPerHour()) ? "yes" : "no");
        }
        return table;
    }

    private static void plots(Report.Builder report, SoakRun run) {
        report.add(plot("Files and threads of the server", Axis.of("number", ""))
                .curve(line(run, SoakResource.FILES))
                .curve(line(run, SoakResource.THREADS))
                .curve(Curve.line(
                        "connections to partners",
                        run.series(sample -> sample.server().connections()))));
        report.add(plot("Memory of the server", Axis.of("memory", "MB"))
                .curve(line(run, SoakResource.RESIDENT))
                .curve(line(run, SoakResource.LIVE_HEAP))
                .curve(line(run, SoakResource.DIRECT)));
        report.add(plot("In flight", Axis.of("number", ""))
                .curve(Curve.line(
                        "requests", run.series(sample -> sample.server().inbound())))
                .curve(Curve.line(
                        "exchanges", run.series(sample -> sample.server().outbound())))
                .curve(Curve.line("permits", run.series(SoakSample::permits))));
    }

    private static Plot plot(String title, Axis y) {
        return Plot.of(title, Axis.time("time"), y);
    }

    private static Curve line(SoakRun run, SoakResource resource) {
        List<Point> points = resource.series(run);
        return Curve.line(resource.label(), points);
    }

    static List<Verdict> verdicts(SoakPlan plan, SoakRun run) {
        SoakTally tally = run.tally();
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(Verdict.of(
                        "Each reply with status 200 is complete and belongs to its request",
                        tally.answered() > 0 && tally.foreign() == 0)
                .figure("right", (double) tally.answered(), "")
                .figure("foreign or truncated", (double) tally.foreign(), ""));
        verdicts.add(Verdict.of("Each failed reply has the status 502, 503 or 504", tally.dishonest() == 0)
                .figure("others", (double) tally.dishonest(), ""));
        verdicts.add(Verdict.of(
                        "Each request is replied to; only streams break off",
                        tally.unanswered() == 0 && tally.inFlight() == 0)
                .figure("without reply", (double) (tally.unanswered() + tally.inFlight()), ""));
        verdicts.add(Verdict.of(
                        "After the load nothing is in flight, connected or admitted",
                        run.end().busy() == 0)
                .figure("requests, exchanges, connections, permits", run.end().busy(), ""));
        for (SoakResource resource : SoakResource.values()) {
            double growth = resource.of(run.end()) - resource.of(run.baseline());
            verdicts.add(Verdict.of(
                            "After the load %s are at most %.0f more than before"
                                    .formatted(resource.label(), resource.mayGrow()),
                            growth <= resource.mayGrow())
                    .figure("growth", growth, resource.unit()));
            if (plan.claimsTrends()) {
                Trend trend = Trend.ofSecondHalf(resource.series(run));
                verdicts.add(Verdict.of(
                                "In the second half %s grow by at most %.0f an hour"
                                        .formatted(resource.label(), resource.boundPerHour()),
                                trend.isFlat(resource.boundPerHour()))
                        .figure("growth in an hour", trend.perHour(), resource.unit())
                        .figure("of it perhaps by chance", trend.uncertaintyPerHour(), resource.unit()));
            }
        }
        return verdicts;
    }
}
