package dev.medley.loadtest.experiment;

import dev.medley.loadtest.driver.ArrivalDistribution;
import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.LoadPlan;
import dev.medley.loadtest.driver.LoadResult;
import dev.medley.loadtest.driver.Phase;
import dev.medley.loadtest.driver.PhaseResult;
import dev.medley.loadtest.report.Axis;
import dev.medley.loadtest.report.Cell;
import dev.medley.loadtest.report.Curve;
import dev.medley.loadtest.report.Facts;
import dev.medley.loadtest.report.Plot;
import dev.medley.loadtest.report.ProgressStage;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.Series;
import dev.medley.loadtest.report.Table;
import dev.medley.loadtest.report.Verdict;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The execution modes under the same rising load: what each takes for a suspended request, and where it breaks. */
final class Modes implements Experiment {

    /** A connection to each, so that 20,000 open files admit more users than there are threads in blocking. */
    private static final int PARTNERS = 2;

    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final Duration PHASE = Duration.ofSeconds(20);
    private static final double[] RATES = {100, 200, 400, 600, 800, 1000};
    private static final Duration QUICK_DELAY = Duration.ofMillis(300);
    private static final Duration QUICK_PHASE = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration QUICK_WARM_UP = Duration.ofMillis(500);
    private static final double[] QUICK_RATES = {50, 200};
    private static final int MAX_CONNECTIONS = 6_200;
    private static final double FEW = 40;
    /** An answer this much later than the partners' is late. */
    private static final double LATE = 1.1;

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Duration delay = setup.quick() ? QUICK_DELAY : DELAY;
        List<Phase> phases = DoubleStream.of(setup.quick() ? QUICK_RATES : RATES)
                .mapToObj(rate -> Phase.ofRate(rate, setup.quick() ? QUICK_PHASE : PHASE))
                .toList();
        Phase warmUp = new Phase(phases.get(0).interArrivalSeconds(), setup.quick() ? QUICK_WARM_UP : WARM_UP);
        Map<ExecutionMode, ModeRun> runs = new EnumMap<>(ExecutionMode.class);
        try (Partners partners = Partners.start(setup, Collections.nCopies(PARTNERS, delay))) {
            for (ExecutionMode mode : ExecutionMode.available()) {
                try (ServerUnderTest bench = ServerUnderTest.start(setup, mode, partners, MAX_CONNECTIONS)) {
                    runs.put(mode, run(setup, mode, bench, warmUp, phases));
                }
            }
        }
        Report.Builder report = Report.of("The execution modes side by side", Facts.ofThisMachine(Clock.systemUTC()))
                .subtitle("Two partners of " + delay.toMillis()
                        + " ms, an exchange with each, the same rising arrivals for" + " each mode"
                        + (setup.quick() ? ", the short form" : ""))
                .command(setup.command())
                .add(plot(
                        "Threads of the process",
                        Axis.of("threads", ""),
                        runs,
                        samples -> samples.series(s -> s.process().threads())))
                .add(plot(
                        "Resident memory",
                        Axis.of("memory", "MB"),
                        runs,
                        samples -> samples.series(s -> s.process().residentMegabytes())))
                .add(plot(
                        "Heap in use",
                        Axis.of("heap", "MB"),
                        runs,
                        samples -> samples.series(ServerSample::heapMegabytes)))
                .add(plot(
                        "Requests in flight",
                        Axis.of("requests", ""),
                        runs,
                        samples -> samples.series(ServerSample::inbound)))
                .add(plot("CPU, in percent of one processor", Axis.of("CPU", "%"), runs, ServerSamples::cpu))
                .add(phases(runs))
                .add(breaks(runs, LATE * delay.toMillis()))
                .add(memory(runs));
        runs.forEach((mode, run) -> report.text("As to the load in " + mode.configured() + ": "
                + run.load().driver().verdict() + "."));
        ServerSamples.reportLost(
                report,
                runs.values().stream().mapToLong(run -> run.samples().lost()).sum());
        runs.forEach((mode, run) -> {
            // What blocking cannot carry is what the experiment is to show.
            if (mode != ExecutionMode.BLOCKING || setup.quick()) {
                report.add(verdict(mode, run));
            }
        });
        return report.build();
    }

    private static ModeRun run(Setup setup, ExecutionMode mode, ServerUnderTest bench, Phase warmUp, List<Phase> phases)
            throws IOException, InterruptedException {
        LoadPlan warming = plan(bench, List.of(warmUp));
        LoadPlan plan = plan(bench, phases);
        long seconds = warming.length().plus(plan.length()).toSeconds();
        try (ProgressStage stage = setup.progress().stage(mode.configured(), Math.max(1, seconds))) {
            LoadResult warmed = drive(warming, stage);
            if (warmed.total().failed() > 0) {
                throw new IOException("in the warm-up of %s %d of %d mashups failed: %s"
                        .formatted(
                                mode.configured(),
                                warmed.total().failed(),
                                warmed.total().started(),
                                warmed.total().messages()));
            }
            ServerSample idle = bench.sampler().now();
            LoadResult load = drive(plan, stage);
            ServerSamples samples = bench.sampler().samples().since(load.beganAt());
            return new ModeRun(load, idle, samples.between(0, Double.POSITIVE_INFINITY));
        }
    }

    private static LoadPlan plan(ServerUnderTest bench, List<Phase> phases) {
        return LoadPlan.to(bench.fanout(PARTNERS))
                .open(phases)
                .distribution(ArrivalDistribution.EXPONENTIAL)
                .build();
    }

    private static LoadResult drive(LoadPlan plan, ProgressStage stage) throws IOException {
        return LoadDriver.run(plan, progress -> stage.advance(progress.left().isZero() ? 0 : 1));
    }

    private static Plot plot(
            String title, Axis y, Map<ExecutionMode, ModeRun> runs, Function<ServerSamples, Series> series) {
        Plot.Builder plot = Plot.of(title, Axis.time("time"), y);
        runs.forEach((mode, run) -> plot.curve(Curve.line(mode.configured(), series.apply(run.samples()))));
        return plot.build();
    }

    static Table phases(Map<ExecutionMode, ModeRun> runs) {
        Table.Builder table = Table.captioned(
                "What each phase met",
                "mode, arrivals/s",
                "answered",
                "errors",
                "p50 ms",
                "p99 ms",
                "most users",
                "most threads");
        runs.forEach((mode, run) -> {
            for (PhaseResult phase : run.load().phases()) {
                table.row(
                        "%s, %.0f".formatted(mode.configured(), phase.plannedPerSecond()),
                        phase.succeeded(),
                        phase.failed(),
                        Cell.of(phase.corrected().p50Millis(), 0),
                        Cell.of(phase.corrected().p99Millis(), 0),
                        phase.mostInFlight(),
                        Cell.of(run.threadsIn(phase), 0));
            }
        });
        return table.build();
    }

    /** The first phase of each mode that had errors or late answers. */
    static Table breaks(Map<ExecutionMode, ModeRun> runs, double lateMillis) {
        Table.Builder table = Table.captioned("Where each mode broke", "mode", "arrivals/s", "most users", "how");
        runs.forEach((mode, run) -> run.load().phases().stream()
                .filter(phase -> phase.failed() > 0 || phase.corrected().p99Millis() > lateMillis)
                .findFirst()
                .ifPresentOrElse(
                        phase -> table.row(
                                mode.configured(),
                                Cell.of(phase.plannedPerSecond(), 0),
                                phase.mostInFlight(),
                                phase.failed() > 0 ? errors(phase) : "late answers"),
                        () -> table.row(mode.configured(), "-", "-", "not in these phases")));
        return table.build();
    }

    private static String errors(PhaseResult phase) {
        return phase.messages().entrySet().stream()
                .map(error -> error.getValue() + " times " + error.getKey())
                .collect(Collectors.joining(", "));
    }

    static Table memory(Map<ExecutionMode, ModeRun> runs) {
        Table.Builder table = Table.captioned(
                "What each mode took, over all phases",
                "mode",
                "most users",
                "most threads",
                "resident MB, idle",
                "resident MB, most",
                "KB more for each user");
        runs.forEach((mode, run) -> table.row(
                mode.configured(),
                run.load().total().mostInFlight(),
                Cell.of(run.mostThreads(), 0),
                Cell.of(run.idle().process().residentMegabytes(), 0),
                Cell.of(run.mostResident(), 0),
                Cell.of(run.residentPerRequest(), 1)));
        return table.build();
    }

    static Verdict verdict(ExecutionMode mode, ModeRun run) {
        double threads = run.mostThreads();
        long errors = run.load().total().failed() + run.load().unfinished();
        // In blocking there are many, and where the system does not tell, they are no claim.
        boolean judged = mode != ExecutionMode.BLOCKING && !Double.isNaN(threads);
        return Verdict.of(
                        mode.configured() + ": no mashup failed" + (judged ? ", with fewer than 40 threads" : ""),
                        run.load().total().succeeded() > 0 && errors == 0 && (!judged || threads < FEW))
                .figure("errors", (double) errors, "")
                .figure("threads at most", threads, "")
                .figure("users at most", run.load().total().mostInFlight(), "");
    }
}
