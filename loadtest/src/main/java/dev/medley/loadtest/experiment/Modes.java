package dev.medley.loadtest.experiment;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.LoadPlan;
import dev.medley.loadtest.driver.LoadResult;
import dev.medley.loadtest.driver.Phase;
import dev.medley.loadtest.driver.PhaseResult;
import dev.medley.loadtest.driver.Spacing;
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
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The execution modes under the same rising load: what each takes for a suspended request, and where it breaks. */
final class Modes implements Experiment {

    private static final int PARTNERS = 3;
    private static final int EXCHANGES = 6;
    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final Duration PHASE = Duration.ofSeconds(30);
    private static final double[] RATES = {25, 100, 200, 300, 400, 500};
    private static final Duration QUICK_DELAY = Duration.ofMillis(300);
    private static final Duration QUICK_PHASE = Duration.ofMillis(1500);
    private static final double[] QUICK_RATES = {50, 200};
    private static final int MAX_CONNECTIONS = 6_200;
    private static final double FEW = 40;
    private static final double KILO = 1024;

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Duration delay = setup.quick() ? QUICK_DELAY : DELAY;
        List<Phase> phases = DoubleStream.of(setup.quick() ? QUICK_RATES : RATES)
                .mapToObj(rate -> Phase.ofRate(rate, setup.quick() ? QUICK_PHASE : PHASE))
                .toList();
        Map<Mode, Run> runs = new EnumMap<>(Mode.class);
        for (Mode mode : Mode.available()) {
            try (Bench bench = Bench.start(setup, mode, Collections.nCopies(PARTNERS, delay), MAX_CONNECTIONS)) {
                LoadResult load = drive(setup, mode, bench, phases);
                runs.put(mode, new Run(load, bench.sampler().samples()));
            }
        }
        Report.Builder report = Report.of("The execution modes side by side", Facts.ofThisMachine(Clock.systemUTC()))
                .subtitle("Three partners of " + delay.toMillis() + " ms, six exchanges a request, the same rising"
                        + " arrivals for each mode" + (setup.quick() ? ", the short form" : ""))
                .command(setup.command())
                .add(plot(
                        "Threads of the process",
                        "threads",
                        "",
                        runs,
                        s -> s.process().threads()))
                .add(plot(
                        "Resident memory",
                        "memory",
                        "MB",
                        runs,
                        s -> s.process().residentMegabytes()))
                .add(plot("Heap in use", "heap", "MB", runs, Sample::heapMegabytes))
                .add(plot("Requests in flight", "requests", "", runs, Sample::inbound))
                .add(table(runs));
        runs.forEach((mode, run) -> report.add(verdict(mode, run)));
        return report.build();
    }

    private static LoadResult drive(Setup setup, Mode mode, Bench bench, List<Phase> phases) throws IOException {
        LoadPlan plan = LoadPlan.to(bench.fanout(EXCHANGES))
                .open(phases)
                .spacing(Spacing.EXPONENTIAL)
                .build();
        try (ProgressStage stage = setup.progress()
                .stage(mode.configured(), Math.max(1, plan.length().toSeconds()))) {
            return LoadDriver.run(
                    plan, progress -> stage.advance(progress.left().isZero() ? 0 : 1));
        }
    }

    private static Plot plot(
            String title, String label, String unit, Map<Mode, Run> runs, ToDoubleFunction<Sample> value) {
        Plot.Builder plot = Plot.of(title, Axis.time("time"), Axis.of(label, unit));
        runs.forEach((mode, run) -> {
            Series series = new Series();
            run.samples.forEach(sample -> series.add(sample.seconds(), value.applyAsDouble(sample)));
            plot.curve(Curve.line(mode.configured(), series));
        });
        return plot.build();
    }

    private static Table table(Map<Mode, Run> runs) {
        Table.Builder table = Table.captioned(
                "What each mode took",
                "mode, arrivals/s",
                "answered",
                "errors",
                "p50 ms",
                "p99 ms",
                "most users",
                "most threads",
                "resident KB a request");
        runs.forEach((mode, run) -> {
            for (PhaseResult phase : run.load.phases()) {
                table.row(
                        "%s, %.0f".formatted(mode.configured(), phase.plannedPerSecond()),
                        phase.succeeded(),
                        phase.failed(),
                        Cell.of(phase.corrected().p50Millis(), 0),
                        Cell.of(phase.corrected().p99Millis(), 0),
                        phase.mostInFlight(),
                        Cell.of(run.most(s -> s.process().threads()), 0),
                        Cell.of(run.residentPerRequest(), 1));
            }
        });
        return table.build();
    }

    private static Verdict verdict(Mode mode, Run run) {
        double threads = run.most(sample -> sample.process().threads());
        long errors = run.load.total().failed();
        boolean few = mode == Mode.BLOCKING || !(threads >= FEW);
        return Verdict.of(
                        "%s: no mashup failed%s"
                                .formatted(
                                        mode.configured(), mode == Mode.BLOCKING ? "" : ", with fewer than 40 threads"),
                        errors == 0 && few)
                .figure("errors", (double) errors, "")
                .figure("threads at most", threads, "")
                .figure("users at most", run.load.total().mostInFlight(), "");
    }

    private record Run(LoadResult load, List<Sample> samples) {

        double most(ToDoubleFunction<Sample> value) {
            return samples.stream().mapToDouble(value).max().orElse(Double.NaN);
        }

        /** What the process holds more at its most than at its beginning, for each request in flight then. */
        double residentPerRequest() {
            double first =
                    samples.isEmpty() ? Double.NaN : samples.get(0).process().residentMegabytes();
            double grown = most(sample -> sample.process().residentMegabytes()) - first;
            return grown * KILO / Math.max(1, load.total().mostInFlight());
        }
    }
}
