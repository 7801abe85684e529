package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.driver.result.Second;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Figure 5: a mashup of six exchanges with three partners that take five seconds each, under arrivals that follow one
 * another ever faster; the paper's phases, then on to as many users as 20,000 open files admit.
 */
public final class Figure5 implements Experiment {

    private static final int PARTNERS = 3;
    private static final int EXCHANGES = 6;
    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final Duration PHASE = Duration.ofMinutes(1);
    /** The last one makes 2,600 users on average, whose spread of four sigma stays under 20,000 files. */
    private static final double[] INTER_ARRIVALS = {0.04, 0.02, 0.01, 0.005, 0.004, 0.003, 0.002, 0.001923};

    private static final Duration QUICK_DELAY = Duration.ofMillis(500);
    private static final Duration QUICK_PHASE = Duration.ofSeconds(2);
    private static final double[] QUICK_INTER_ARRIVALS = {0.04, 0.01, 0.005};
    private static final int MAX_CONNECTIONS = 6_200;
    private static final double PAPER_USERS = 1_400;
    private static final double SLOWEST_MILLIS = 5_500;
    private static final double PHASE_OF_TEN_THOUSAND = 0.003;
    private static final double FEW = 40;

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Duration delay = setup.quick() ? QUICK_DELAY : DELAY;
        Duration phase = setup.quick() ? QUICK_PHASE : PHASE;
        List<Phase> phases = DoubleStream.of(setup.quick() ? QUICK_INTER_ARRIVALS : INTER_ARRIVALS)
                .mapToObj(seconds -> new Phase(seconds, phase))
                .toList();
        LoadResult load;
        ServerSamples samples;
        try (Partners partners = Partners.start(setup, Collections.nCopies(PARTNERS, delay));
                ServerUnderTest bench = ServerUnderTest.start(setup, ExecutionMode.ASYNC, partners, MAX_CONNECTIONS)) {
            load = drive(setup, bench, phases);
            samples = bench.sampler().samples().since(load.beganAt()).between(0, Double.POSITIVE_INFINITY);
        }
        Report.Builder report = setup.report(
                        "Figure 5: users and outbound connections",
                        "Three partners of " + delay.toMillis() + " ms, two exchanges with each, open arrivals")
                .text("The paper reached 1,400 concurrent users with 8,400 outbound connections; when the inter-arrival"
                        + " time went down to 0.002 s, its server became unstable. Arrivals follow one another at random"
                        + " (exponentially), on a schedule that does not wait for the server.");
        report.add(users(load, samples, phases));
        report.add(Plot.of("Throughput", Axis.time("time"), Axis.of("mashups", "1/s"))
                .curve(Curve.line("answered", ofSeconds(load.series(), Second::throughput))));
        report.add(Plot.of("Outbound connections", Axis.time("time"), Axis.of("connections", ""))
                .curve(Curve.line("open", samples.series(ServerSample::connections)))
                .curve(Curve.line("exchanges in flight", samples.series(ServerSample::outbound)))
                .curve(Curve.line(
                        "open files of the process",
                        samples.series(sample -> sample.process().files())))
                .mark(Mark.level(PAPER_USERS * EXCHANGES, "the paper's most")));
        report.add(Plot.of("Threads", Axis.time("time"), Axis.of("threads", ""))
                .curve(Curve.line(
                        "of the process",
                        samples.series(sample -> sample.process().threads())))
                .curve(Curve.line("of the pool", samples.series(ServerSample::threadsStarted)))
                .curve(Curve.line("of the pool, given to selectors", samples.series(ServerSample::threadsLeased))));
        report.add(Plot.of("Memory", Axis.time("time"), Axis.of("memory", "MB"))
                .curve(Curve.line(
                        "resident", samples.series(sample -> sample.process().residentMegabytes())))
                .curve(Curve.line("heap in use", samples.series(ServerSample::heapMegabytes))));
        report.add(Plot.of("CPU, in percent of one processor", Axis.time("time"), Axis.of("CPU", "%"))
                .curve(Curve.line("the server", samples.cpu()))
                .curve(Curve.line("the load driver", ofSeconds(load.series(), Second::cpuPercent))));
        report.add(table(load));
        report.text("As to the load: " + load.driver().verdict() + ".");
        ServerSamples.reportLost(report, samples.lost());
        verdicts(load, samples, setup.quick()).forEach(report::add);
        return report.build();
    }

    private static LoadResult drive(Setup setup, ServerUnderTest bench, List<Phase> phases) throws IOException {
        LoadPlan plan = bench.arrivals(EXCHANGES, phases);
        try (Progress.Task task =
                setup.progress().task("arrivals", Math.max(1, plan.length().toSeconds()))) {
            return ServerUnderTest.load(plan, task);
        }
    }

    private static Plot users(LoadResult load, ServerSamples samples, List<Phase> phases) {
        Plot plot = Plot.of("Concurrent users", Axis.time("time"), Axis.of("users", ""))
                .curve(Curve.line("users in flight", ofSeconds(load.series(), Second::inFlight)))
                .curve(Curve.line("requests in flight at the server", samples.series(ServerSample::inbound)))
                .mark(Mark.level(PAPER_USERS, "the paper's most"));
        double from = 0;
        for (Phase phase : phases) {
            double to = from + phase.duration().toSeconds();
            plot = plot.mark(Mark.stretch(from, to, phase.interArrivalSeconds() + " s"));
            from = to;
        }
        return plot;
    }

    private static List<Point> ofSeconds(List<Second> seconds, ToDoubleFunction<Second> value) {
        return seconds.stream()
                .map(second -> new Point(second.atSeconds(), value.applyAsDouble(second)))
                .toList();
    }

    private static Table table(LoadResult load) {
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

    static List<Verdict> verdicts(LoadResult load, ServerSamples samples, boolean quick) {
        double threads = samples.most(sample -> sample.process().threads());
        double connections = samples.most(ServerSample::connections);
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(Verdict.of(
                        "No mashup failed, up to " + load.total().mostInFlight() + " users at once",
                        load.total().succeeded() > 0 && load.total().failed() + load.unfinished() == 0)
                .figure("errors", (double) load.total().failed(), "")
                .figure("without an answer at the end", (double) load.unfinished(), "")
                .figure("outbound connections at most", connections, ""));
        // Where the number of threads is unknown, nothing is claimed.
        if (!Double.isNaN(threads)) {
            verdicts.add(Verdict.of("The process has fewer than 40 threads", threads < FEW)
                    .figure("threads at most", threads, ""));
        }
        if (quick) {
            return verdicts;
        }
        PhaseResult tenThousand = load.phases().stream()
                .filter(phase -> Math.abs(1 / phase.plannedPerSecond() - PHASE_OF_TEN_THOUSAND) < 1e-4)
                .findFirst()
                .orElseThrow();
        double p99 = tenThousand.corrected().p99Millis();
        verdicts.add(Verdict.of(
                        "At 10,000 outbound requests the 99th percentile is under 5,500 ms",
                        tenThousand.succeeded() > 0 && p99 < SLOWEST_MILLIS)
                .figure("p99", p99, "ms"));
        return verdicts;
    }
}
