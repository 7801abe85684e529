package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.LawTotals;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figure 4: active threads and throughput as functions of the number of users, in each execution mode. */
public final class Figure4 implements Experiment {

    private static final double SHARE_OFF = 0.15;
    private static final double THREADS_OFF = 0.5;
    private static final double FEW_THREADS = 3;
    private static final double THROUGHPUT_OFF = 0.05;
    private static final double BLOCKING_OFF = 0.2;
    private static final double FLAT = 1;
    /** In the short form, whose server is hardly warm: threads more, for each user more. */
    private static final double QUICK_FLAT = 0.1;

    private final Load load;

    public Figure4(Load load) {
        this.load = load;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        List<ExecutionMode> modes = ExecutionMode.available();
        ExecutionMode.leftOut().ifPresent(setup.progress()::note);
        List<Level> levels = Levels.measure(setup, load, modes);
        Report.Builder report = setup.report(
                        "Figure 4: threads and throughput",
                        "Two partners, users without think time, load by " + load.label())
                .text(
                        "The paper (section 4.2) found that the threads of synchronous processing grow about linearly with"
                                + " the users, to slightly more than one thread per user, and that the threads of"
                                + " asynchronous processing stay about constant, at the same throughput: its shape is n = N, and N D/S"
                                + " with the D and S of its table 2, which the table below repeats. Solid lines are the"
                                + " utilized threads of the pool, which keep account of the time that they run tasks,"
                                + " independently of the ledger. Dashed lines are the prediction of equations 1 and 2,"
                                + " n = N(D/S + c), from the server's ledger; a prediction that holds lies on the solid"
                                + " line. The axis is logarithmic. In the virtual mode requests wait on virtual threads,"
                                + " which are not threads of the pool, so the law predicts nothing for them.");
        ExecutionMode.leftOut().ifPresent(report::text);
        report.add(threads(levels, modes));
        report.add(throughput(levels, modes));
        report.add(table(levels));
        LevelTables.addTo(report, levels);
        verdicts(levels, modes, setup.quick()).forEach(report::add);
        return report.build();
    }

    /** On a logarithmic axis, which shows the few threads of async beside the many of blocking. */
    static Plot threads(List<Level> levels, List<ExecutionMode> modes) {
        Plot plot = Plot.of(
                "Active threads",
                Axis.of("users", ""),
                Axis.of("threads at work", "").logarithmic());
        for (ExecutionMode mode : modes) {
            plot = plot.curve(Curve.line(
                    mode.configured(), series(levels, mode, level -> level.law().measuredThreads())));
            if (mode != ExecutionMode.VIRTUAL) {
                plot = plot.curve(Curve.dashed(
                        mode.configured() + ", predicted",
                        series(levels, mode, level -> level.law().predictedThreads())));
            }
        }
        return plot;
    }

    private static Plot throughput(List<Level> levels, List<ExecutionMode> modes) {
        Plot plot = Plot.of("Throughput", Axis.of("users", ""), Axis.of("mashups", "1/s"));
        for (ExecutionMode mode : modes) {
            plot = plot.curve(Curve.points(
                    mode.configured(),
                    series(levels, mode, level -> level.figures().perSecond())));
        }
        return plot;
    }

    private static List<Point> series(List<Level> levels, ExecutionMode mode, ToDoubleFunction<Level> value) {
        return levels.stream()
                .filter(level -> level.mode() == mode)
                .map(level -> new Point(level.users(), value.applyAsDouble(level)))
                .toList();
    }

    /** With so many digits that n can be computed again from the row. */
    static Table table(List<Level> levels) {
        Table table = Table.captioned(
                "The law n = N(D/S + c)",
                "mode, users",
                "n measured",
                "n predicted",
                "N",
                "D ms",
                "S ms",
                "c",
                "the paper's n");
        for (Level level : levels) {
            LawTotals law = level.law();
            table = table.row(
                    LevelTables.name(level),
                    Cell.of(law.measuredThreads(), 2),
                    Cell.of(law.predictedThreads()),
                    Cell.of(law.concurrency()),
                    Cell.of(law.demand()),
                    Cell.of(law.service()),
                    Cell.of(law.exchangeThreads()),
                    Cell.of(PaperTable2.threads(level.mode(), level.users())));
        }
        return table;
    }

    static List<Verdict> verdicts(List<Level> levels, List<ExecutionMode> modes, boolean quick) {
        Level few = first(levels, ExecutionMode.ASYNC);
        Level many = last(levels, ExecutionMode.ASYNC);
        double most = quick ? QUICK_FLAT * (many.users() - few.users()) : FLAT;
        double growth = many.law().measuredThreads() - few.law().measuredThreads();
        boolean linear = levels.stream()
                .filter(level -> level.mode() == ExecutionMode.BLOCKING)
                .allMatch(level -> Math.abs(level.law().measuredThreads() / level.users() - 1) <= BLOCKING_OFF);
        Verdict noErrors = LevelTables.noErrors(levels);
        Verdict flat = Verdict.of("In async the threads stay flat while the users grow", growth <= most)
                .figure("more threads at " + many.users() + " users than at " + few.users(), growth, "");
        Verdict slope = Verdict.of("In blocking there is about one thread a user", linear)
                .figure(
                        "threads a user, at the most users",
                        last(levels, ExecutionMode.BLOCKING).law().measuredThreads()
                                / last(levels, ExecutionMode.BLOCKING).users(),
                        "");
        if (quick) {
            return List.of(noErrors, flat, slope);
        }
        return List.of(noErrors, flat, slope, equalThroughput(levels, modes), prediction(levels));
    }

    private static Verdict equalThroughput(List<Level> levels, List<ExecutionMode> modes) {
        double largest = 0;
        for (Level level : levels) {
            double least = Double.MAX_VALUE;
            double most = 0;
            for (ExecutionMode mode : modes) {
                double rate = levels.stream()
                        .filter(other -> other.mode() == mode && other.users() == level.users())
                        .mapToDouble(other -> other.figures().perSecond())
                        .sum();
                least = Math.min(least, rate);
                most = Math.max(most, rate);
            }
            largest = Math.max(largest, most / least - 1);
        }
        return Verdict.of("All modes have the same throughput within 5 %", largest <= THROUGHPUT_OFF)
                .figure("largest difference", 100 * largest, "%");
    }

    private static Verdict prediction(List<Level> levels) {
        boolean held = true;
        double worstShare = 0;
        double worstThreads = 0;
        double worstMultiple = 0;
        for (Level level : levels) {
            if (level.mode() == ExecutionMode.VIRTUAL) {
                continue;
            }
            double measured = level.law().measuredThreads();
            double off = Math.abs(level.law().predictedThreads() - measured);
            if (measured < FEW_THREADS) {
                worstThreads = Math.max(worstThreads, off);
                worstMultiple = Math.max(worstMultiple, measured / level.law().predictedThreads());
                held &= off <= THREADS_OFF;
            } else {
                worstShare = Math.max(worstShare, off / measured);
                held &= off / measured <= SHARE_OFF;
            }
        }
        return Verdict.of("The law predicts n within 15 %, or within half a thread below three", held)
                .figure("largest share off", 100 * worstShare, "%")
                .figure("most threads off, below three", worstThreads, "")
                .figure("as a multiple of the predicted, below three", worstMultiple, "");
    }

    private static Level first(List<Level> levels, ExecutionMode mode) {
        return levels.stream().filter(level -> level.mode() == mode).findFirst().orElseThrow();
    }

    private static Level last(List<Level> levels, ExecutionMode mode) {
        return levels.stream()
                .filter(level -> level.mode() == mode)
                .reduce((a, b) -> b)
                .orElseThrow();
    }
}
