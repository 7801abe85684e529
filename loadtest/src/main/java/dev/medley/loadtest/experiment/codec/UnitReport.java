package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.codec.CodecProgram.HoldAnswer;
import dev.medley.loadtest.experiment.codec.UnitRun.Purpose;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The report of the first part: units of work. */
final class UnitReport {

    private static final double LEAST_EFFICIENCY = 0.96;
    /** The time of fibers, of that of operations. */
    private static final double MOST_TIME = 1.05;
    /** Bytes of a fiber; the paper has a couple of hundred. */
    private static final double MOST_BYTES = 200;

    private static final double KIB = 1024;
    private static final double NANOS_PER_MICRO = 1_000;
    private static final int PERCENT = 100;
    private static final int MEDIAN = 50;
    private static final int LATE = 99;

    private final CodecPlan plan;
    private final UnitResults results;
    private final List<Model> models;

    UnitReport(CodecPlan plan, UnitResults results) {
        this.plan = plan;
        this.results = results;
        models = Stream.of(Model.values())
                .filter(model -> results.one(Purpose.GRAPH, model).isPresent())
                .toList();
    }

    void addTo(Report.Builder report) {
        report.text(
                ("A coding encodes a document of %,d bytes as JSON and decodes it, with Jackson. All units are queued before the"
                                + " time starts. An operation is a task of a pool, which does all its codings in one go; a fiber does"
                                + " one coding and is put back behind the others, on one of the threads that carry fibers; a virtual"
                                + " thread yields between two codings. Efficiency is T1 / (p Tp). This machine has %d cores: from %d"
                                + " threads on they share cores, so the graphs show what more threads cost there, and no"
                                + " scaling beyond %d cores.")
                        .formatted(results.documentBytes(), results.cores(), results.cores() + 1, results.cores()));
        if (!models.contains(Model.VIRTUAL)) {
            report.text(
                    "Virtual threads are left out: they need Java 24 or later, whose number of carrying threads can change.");
        }
        for (Model model : models) {
            report.add(graph(model));
        }
        report.add(byThreads())
                .add(paper())
                .add(ends())
                .add(rounds())
                .add(costs())
                .add(platform());
        verdicts(plan, results).forEach(report::add);
    }

    private Plot graph(Model model) {
        Plot plot = Plot.of(
                "Time to complete, %s of %d codings".formatted(model.title(), plan.slices()),
                Axis.of("units at once", "").logarithmic(),
                Axis.of("time", "s").logarithmic());
        for (int threads : plan.threads()) {
            List<Point> points = plan.units().stream()
                    .map(units -> new Point(units, results.seconds(model, units, threads)))
                    .toList();
            plot = plot.curve(Curve.line(threads == 1 ? "1 thread" : threads + " threads", points));
        }
        return plot;
    }

    private Table byThreads() {
        Table table = Table.captioned(
                "Seconds for %,d units of %d codings".formatted(plan.mostUnits(), plan.slices()),
                Stream.concat(Stream.of("threads"), models.stream().map(Model::title))
                        .toArray(String[]::new));
        for (int threads : plan.threads()) {
            table = table.row(Stream.concat(
                            Stream.of(Cell.of(threads)),
                            models.stream().map(model -> Cell.of(results.seconds(model, plan.mostUnits(), threads), 2)))
                    .toArray());
        }
        return table;
    }

    private Table paper() {
        Table table = Table.captioned(
                "MODEST's table: all units at once, a thread for each of %d cores".formatted(results.cores()),
                "model",
                "units",
                "codings a unit",
                "codings a slice",
                "time s",
                "CPU s",
                "codings per second",
                "half of the units begun by, %",
                "99 % begun by, %",
                "first end, % of the time",
                "1 % ended by, %",
                "half ended by, %",
                "99 % ended by, %");
        for (UnitRun run : results.of(Purpose.PAPER)) {
            table = table.row(
                    run.model().title(),
                    run.units(),
                    run.slices(),
                    run.model() == Model.OPERATION ? run.slices() : 1,
                    Cell.of(run.seconds(), 2),
                    Cell.of(run.answer().cpuSeconds(), 2),
                    Cell.of(run.codings() / run.seconds(), 0),
                    share(run.begunShare(MEDIAN)),
                    share(run.begunShare(LATE)),
                    share(run.endedShare(0)),
                    share(run.endedShare(1)),
                    share(run.endedShare(MEDIAN)),
                    share(run.endedShare(LATE)));
        }
        return table;
    }

    private static Cell share(double share) {
        return Cell.of(PERCENT * share, 1);
    }

    /** The spread of the ends. */
    private Plot ends() {
        Plot plot = Plot.of(
                "Units that have ended, over the time of MODEST's table",
                Axis.of("time", "s"),
                Axis.of("units ended", "%"));
        for (UnitRun run : results.of(Purpose.PAPER)) {
            List<Point> points = Stream.concat(
                            Stream.of(new Point(0, 0)),
                            IntStream.rangeClosed(0, PERCENT)
                                    .mapToObj(percent ->
                                            new Point(run.answer().ended().get(percent), percent)))
                    .toList();
            plot = plot.curve(Curve.line(run.model().title(), points));
        }
        return plot;
    }

    private Table rounds() {
        Table table = Table.captioned(
                "Efficiency, %,d units of %d codings: medians of %d rounds, quartiles beside them"
                        .formatted(plan.unitsInRounds(), plan.slices(), plan.rounds()),
                "model",
                "T1 s",
                "quartiles",
                "T%d s".formatted(results.cores()),
                "quartiles",
                "efficiency",
                "quartiles",
                "the same in CPU time",
                "quartiles",
                "T1, of that of operations",
                "quartiles");
        for (Model model : models) {
            Quartiles one = results.rounds(model, (first, all) -> first.seconds());
            Quartiles all = results.rounds(model, (first, run) -> run.seconds());
            Quartiles efficiency = results.efficiency(model);
            Quartiles cpu = results.cpuEfficiency(model);
            Quartiles time = results.timeOfOperations(model);
            table = table.row(
                    model.title(),
                    Cell.of(one.median(), 3),
                    one.range(3),
                    Cell.of(all.median(), 3),
                    all.range(3),
                    Cell.of(efficiency.median(), 3),
                    efficiency.range(3),
                    Cell.of(cpu.median(), 3),
                    cpu.range(3),
                    Cell.of(time.median(), 3),
                    time.range(3));
        }
        return table;
    }

    private Table costs() {
        Table table = Table.captioned(
                "Costs of a slice and of a unit that waits",
                "model",
                "coding µs",
                "slice, beyond a coding of an operation, µs",
                "quartiles",
                "empty slice ns",
                "heap bytes a unit",
                "resident KB a unit");
        for (Model model : models) {
            Quartiles slice = results.sliceMicros(model);
            HoldAnswer held = results.held(model);
            table = table.row(
                    model.title(),
                    Cell.of(
                            results.besideOperations(model, (run, operations) -> run.microsPerSlice())
                                    .median(),
                            2),
                    Cell.of(slice.median(), 2),
                    slice.range(2),
                    Cell.of(
                            results.one(Purpose.EMPTY, model)
                                            .map(UnitRun::microsPerSlice)
                                            .orElse(Double.NaN)
                                    * NANOS_PER_MICRO,
                            0),
                    Cell.of(held.heapBytes(), 0),
                    "");
        }
        HoldAnswer held = results.held(Model.PLATFORM);
        return table.row(
                Model.PLATFORM.title(),
                "",
                "",
                "",
                "",
                Cell.of(held.heapBytes(), 0),
                Cell.of(held.residentBytes() / KIB, 1));
    }

    private Table platform() {
        Table table = Table.captioned(
                "A platform thread for each unit of %d codings, to where it fails".formatted(plan.slices()),
                "units",
                "time s",
                "CPU s",
                "99 % ended by, %",
                "outcome");
        for (UnitRun run : results.of(Purpose.PLATFORM)) {
            boolean ran = run.answer().failure().isEmpty();
            table = table.row(
                    run.units(),
                    Cell.of(run.seconds(), 2),
                    Cell.of(run.answer().cpuSeconds(), 2),
                    ran ? share(run.endedShare(LATE)) : Cell.of(Double.NaN),
                    ran
                            ? "all ended"
                            : "failed after %,d threads: %s"
                                    .formatted(
                                            run.answer().units(), run.answer().failure()));
        }
        return table;
    }

    static List<Verdict> verdicts(CodecPlan plan, UnitResults results) {
        List<Verdict> verdicts = new ArrayList<>();
        List<UnitRun> shared = results.all().stream()
                .filter(run -> run.model() != Model.PLATFORM)
                .toList();
        long lost = shared.stream().mapToLong(run -> run.answer().lost()).sum();
        verdicts.add(Verdict.of(
                        "No unit is lost, up to %,d at once".formatted(plan.mostUnits()),
                        !shared.isEmpty() && lost == 0)
                .figure("lost", (double) lost, "")
                .figure("runs", shared.size(), ""));
        if (plan.quick()) {
            return verdicts;
        }
        for (Model model : List.of(Model.OPERATION, Model.FIBER)) {
            Quartiles efficiency = results.efficiency(model);
            verdicts.add(Verdict.of(
                            "The efficiency of %s on %d cores is at least 0.96"
                                    .formatted(model.title(), results.cores()),
                            efficiency.median() >= LEAST_EFFICIENCY)
                    .figure("median", efficiency.median(), "")
                    .figure("lower quartile", efficiency.lower(), "")
                    .figure("upper quartile", efficiency.upper(), "")
                    .figure(
                            "median of the CPU time",
                            results.cpuEfficiency(model).median(),
                            ""));
        }
        double time = results.timeOfOperations(Model.FIBER).median();
        verdicts.add(Verdict.of("Fibers take at most 5 % longer than operations on one thread", time <= MOST_TIME)
                .figure("of the time of operations", time, ""));
        double begunFibers = begun(results, Model.FIBER);
        double begunOperations = begun(results, Model.OPERATION);
        verdicts.add(Verdict.of(
                        "99 % of the fibers have begun in a tenth of the time, while operations begin until the end",
                        begunFibers <= 0.1 && begunOperations >= 0.9)
                .figure("fibers, share of the time", begunFibers, "")
                .figure("operations, share of the time", begunOperations, ""));
        double bytes = results.held(Model.FIBER).heapBytes();
        verdicts.add(Verdict.of("A fiber that waits takes at most 200 bytes", bytes <= MOST_BYTES)
                .figure("heap of a fiber", bytes, "bytes"));
        return verdicts;
    }

    private static double begun(UnitResults results, Model model) {
        return results.one(Purpose.PAPER, model)
                .map(run -> run.begunShare(LATE))
                .orElse(Double.NaN);
    }
}
