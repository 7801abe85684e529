package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.Second;
import dev.medley.loadtest.experiment.server.CollectedHeap;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

    private final MashupForm form;

    /** Creates the experiment with the mashup in a form. */
    Figure5(MashupForm form) {
        this.form = form;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Duration delay = setup.quick() ? QUICK_DELAY : DELAY;
        Duration phase = setup.quick() ? QUICK_PHASE : PHASE;
        List<Phase> phases = DoubleStream.of(setup.quick() ? QUICK_INTER_ARRIVALS : INTER_ARRIVALS)
                .mapToObj(seconds -> new Phase(seconds, phase))
                .toList();
        LoadResult load;
        ServerSamples samples;
        Path collections = setup.logs().resolve("collections.log");
        try (Partners partners = Partners.start(setup, Collections.nCopies(PARTNERS, delay));
                ServerUnderTest bench = FanoutServer.start(setup, form, partners, collections, MAX_CONNECTIONS)) {
            load = drive(setup, bench, phases);
            samples = bench.sampler().samples().since(load.beganAt()).between(0, Double.POSITIVE_INFINITY);
        }
        CollectedHeap heap = CollectedHeap.of(collections, load.beganAt()).between(0, Double.POSITIVE_INFINITY);
        Report.Builder report = setup.report(
                        "Figure 5: users and outbound connections",
                        "Three partners of %d ms, two exchanges with each, open arrivals, the mashup %s"
                                .formatted(delay.toMillis(), form.title()))
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
                .mark(Mark.level(Figure5Claims.PAPER_OUTBOUND, "the paper's most")));
        report.add(Plot.of("Threads", Axis.time("time"), Axis.of("threads", ""))
                .curve(Curve.line(
                        "of the process",
                        samples.series(sample -> sample.process().threads())))
                .curve(Curve.line("of the pool", samples.series(ServerSample::threadsStarted)))
                .curve(Curve.line("of the pool, given to selectors", samples.series(ServerSample::threadsLeased))));
        report.add(Plot.of("Memory", Axis.time("time"), Axis.of("memory", "MB"))
                .curve(Curve.line(
                        "resident", samples.series(sample -> sample.process().residentMegabytes())))
                .curve(Curve.line("heap in use", samples.series(ServerSample::heapMegabytes)))
                .curve(Curve.points("heap after a collection", heap.points())));
        report.add(Plot.of("CPU, in percent of one processor", Axis.time("time"), Axis.of("CPU", "%"))
                .curve(Curve.line("the server", samples.cpu()))
                .curve(Curve.line("the load driver", ofSeconds(load.series(), Second::cpuPercent))));
        PhaseTables.addTo(report, load, samples, heap);
        report.text("As to the load: " + load.driver().verdict() + ".");
        ServerSamples.reportLost(report, samples.lost());
        Figure5Claims.of(form, setup.quick(), load, samples).forEach(report::add);
        return report.build();
    }

    private LoadResult drive(Setup setup, ServerUnderTest bench, List<Phase> phases) throws IOException {
        LoadPlan plan = ServerUnderTest.arrivals(bench.at(form.path(EXCHANGES)), phases);
        try (Progress.Task task =
                setup.progress().task("arrivals", Math.max(1, plan.length().toSeconds()))) {
            return ServerUnderTest.load(plan, task);
        }
    }

    private static Plot users(LoadResult load, ServerSamples samples, List<Phase> phases) {
        Plot plot = Plot.of("Concurrent users", Axis.time("time"), Axis.of("users", ""))
                .curve(Curve.line("users in flight", ofSeconds(load.series(), Second::inFlight)))
                .curve(Curve.line("requests in flight at the server", samples.series(ServerSample::inbound)))
                .mark(Mark.level(Figure5Claims.PAPER_USERS, "the paper's most"));
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
}
