package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
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
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The execution modes under the same rising load: what each takes for a suspended request, and where it breaks. */
public final class Modes implements Experiment {

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
        ExecutionMode.leftOut().ifPresent(setup.progress()::note);
        Map<ExecutionMode, Run> runs = new EnumMap<>(ExecutionMode.class);
        try (Partners partners = Partners.start(setup, Collections.nCopies(PARTNERS, delay))) {
            for (ExecutionMode mode : ExecutionMode.available()) {
                try (ServerUnderTest bench = ServerUnderTest.start(setup, mode, partners, MAX_CONNECTIONS)) {
                    runs.put(mode, run(setup, mode, bench, warmUp, phases));
                }
            }
        }
        Report.Builder report = setup.report(
                        "The execution modes side by side",
                        "Two partners of " + delay.toMillis()
                                + " ms, an exchange with each, the same rising arrivals for each mode")
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
        ExecutionMode.leftOut().ifPresent(report::text);
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

    private static Run run(Setup setup, ExecutionMode mode, ServerUnderTest bench, Phase warmUp, List<Phase> phases)
            throws IOException, InterruptedException {
        LoadPlan warming = bench.arrivals(PARTNERS, List.of(warmUp));
        LoadPlan plan = bench.arrivals(PARTNERS, phases);
        long seconds = warming.length().plus(plan.length()).toSeconds();
        try (Progress.Task task = setup.progress().task(mode.configured(), Math.max(1, seconds))) {
            LoadResult warmed = ServerUnderTest.load(warming, task);
            if (warmed.total().failed() > 0) {
                throw new IOException("in the warm-up of %s %d of %d mashups failed: %s"
                        .formatted(
                                mode.configured(),
                                warmed.total().failed(),
                                warmed.total().started(),
                                warmed.total().messages()));
            }
            ServerSample idle = bench.sampler().now();
            LoadResult load = ServerUnderTest.load(plan, task);
            ServerSamples samples = bench.sampler().samples().since(load.beganAt());
            return new Run(load, idle, samples.between(0, Double.POSITIVE_INFINITY));
        }
    }

    private static Plot plot(
            String title, Axis y, Map<ExecutionMode, Run> runs, Function<ServerSamples, List<Point>> series) {
        Plot plot = Plot.of(title, Axis.time("time"), y);
        for (Map.Entry<ExecutionMode, Run> each : runs.entrySet()) {
            plot = plot.curve(Curve.line(
                    each.getKey().configured(), series.apply(each.getValue().samples())));
        }
        return plot;
    }

    static Table phases(Map<ExecutionMode, Run> runs) {
        Table table = Table.captioned(
                "What each phase met",
                "mode, arrivals/s",
                "answered",
                "errors",
                "p50 ms",
                "p99 ms",
                "most users",
                "most threads");
        for (Map.Entry<ExecutionMode, Run> each : runs.entrySet()) {
            for (PhaseResult phase : each.getValue().load().phases()) {
                table = table.row(
                        "%s, %.0f".formatted(each.getKey().configured(), phase.plannedPerSecond()),
                        phase.succeeded(),
                        phase.failed(),
                        Cell.of(phase.corrected().p50Millis(), 0),
                        Cell.of(phase.corrected().p99Millis(), 0),
                        phase.mostInFlight(),
                        Cell.of(each.getValue().threadsIn(phase), 0));
            }
        }
        return table;
    }

    /** The first phase of each mode that had errors or late answers. */
    static Table breaks(Map<ExecutionMode, Run> runs, double lateMillis) {
        Table table = Table.captioned("Where each mode broke", "mode", "arrivals/s", "most users", "how");
        for (Map.Entry<ExecutionMode, Run> each : runs.entrySet()) {
            Table before = table;
            String mode = each.getKey().configured();
            table = each.getValue().load().phases().stream()
                    .filter(phase -> phase.failed() > 0 || phase.corrected().p99Millis() > lateMillis)
                    .findFirst()
                    .map(phase -> before.row(
                            mode,
                            Cell.of(phase.plannedPerSecond(), 0),
                            phase.mostInFlight(),
                            phase.failed() > 0 ? errors(phase) : "late answers"))
                    .orElseGet(() -> before.row(mode, "-", "-", "not in these phases"));
        }
        return table;
    }

    private static String errors(PhaseResult phase) {
        return phase.messages().entrySet().stream()
                .map(error -> error.getValue() + " times " + error.getKey())
                .collect(Collectors.joining(", "));
    }

    static Table memory(Map<ExecutionMode, Run> runs) {
        Table table = Table.captioned(
                "What each mode took, over all phases",
                "mode",
                "most users",
                "most threads",
                "resident MB, idle",
                "resident MB, most",
                "KB more for each user");
        for (Map.Entry<ExecutionMode, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            table = table.row(
                    each.getKey().configured(),
                    run.load().total().mostInFlight(),
                    Cell.of(run.mostThreads(), 0),
                    Cell.of(run.idle().process().residentMegabytes(), 0),
                    Cell.of(run.mostResident(), 0),
                    Cell.of(run.residentPerRequest(), 1));
        }
        return table;
    }

    static Verdict verdict(ExecutionMode mode, Run run) {
        double threads = run.mostThreads();
        long errors = run.load().total().failed() + run.load().unfinished();
        // Blocking takes many threads, and where their number is unknown there is nothing to claim.
        boolean judged = mode != ExecutionMode.BLOCKING && !Double.isNaN(threads);
        return Verdict.of(
                        mode.configured() + ": no mashup failed" + (judged ? ", with fewer than 40 threads" : ""),
                        run.load().total().succeeded() > 0 && errors == 0 && (!judged || threads < FEW))
                .figure("errors", (double) errors, "")
                .figure("threads at most", threads, "")
                .figure("users at most", run.load().total().mostInFlight(), "");
    }

    /**
     * One mode under the rising load.
     *
     * @param load what the load saw
     * @param idle the server after a warm-up, when all was answered and nothing had begun yet
     * @param samples what was seen of the server, over the time of the load
     */
    record Run(LoadResult load, ServerSample idle, ServerSamples samples) {

        private static final double KILO = 1024;

        /** The most threads of the process while the requests of {@code phase} arrived. */
        double threadsIn(PhaseResult phase) {
            return samples.between(phase.fromSeconds(), phase.fromSeconds() + phase.seconds())
                    .most(sample -> sample.process().threads());
        }

        double mostThreads() {
            return samples.most(sample -> sample.process().threads());
        }

        double mostResident() {
            return samples.most(sample -> sample.process().residentMegabytes());
        }

        /** Growth of resident memory from idle to its maximum, in KB for each request of the most in flight. */
        double residentPerRequest() {
            double grown = mostResident() - idle.process().residentMegabytes();
            return grown * KILO / Math.max(1, load.total().mostInFlight());
        }
    }
}
