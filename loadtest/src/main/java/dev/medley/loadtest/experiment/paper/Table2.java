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
import java.util.ArrayList;
import java.util.List;

/** Table 2: time demand and service time of an inbound request in asynchronous processing, per number of users. */
public final class Table2 implements Experiment {

    private static final double FAR_BELOW_ONE = 0.01;
    private static final int PAPER_DECIMALS = 4;

    private final Load load;

    public Table2(Load load) {
        this.load = load;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        List<Level> levels = Levels.measure(setup, load, List.of(ExecutionMode.ASYNC));
        Table table = Table.captioned(
                "Time demand D and service time S of an inbound request, in milliseconds",
                "users",
                "D",
                "S",
                "D/S",
                "paper's D",
                "paper's S",
                "paper's D/S");
        List<Point> demand = new ArrayList<>();
        List<Point> paper = new ArrayList<>();
        for (Level level : levels) {
            LawTotals law = level.law();
            PaperTable2 theirs = PaperTable2.at(level.users());
            table = table.row(
                    level.users(),
                    Cell.of(law.demand()),
                    Cell.of(law.service(), 1),
                    Cell.of(law.demand() / law.service()),
                    Cell.of(theirs.demand(), 0),
                    Cell.of(theirs.service(), 0),
                    Cell.of(theirs.ratio(), PAPER_DECIMALS));
            demand.add(new Point(level.users(), law.demand()));
            paper.add(new Point(level.users(), theirs.demand()));
        }
        Report.Builder report = setup.report(
                        "Table 2: time demand and service time",
                        "Asynchronous processing, two partners, load by " + load.label())
                .text("The paper measured D in whole milliseconds on a machine of its time. What matters is that D/S is"
                        + " far below one: asynchronous processing needs so many fewer threads.")
                .add(table)
                .add(Plot.of("Time demand", Axis.of("users", ""), Axis.of("D", "ms"))
                        .curve(Curve.line("Medley, async", demand))
                        .curve(Curve.points("the paper", paper)));
        LevelTables.addTo(report, levels);
        verdicts(levels, setup.quick()).forEach(report::add);
        return report.build();
    }

    static List<Verdict> verdicts(List<Level> levels, boolean quick) {
        if (quick) {
            // A server that is hardly warm says nothing about D.
            return List.of(LevelTables.noErrors(levels));
        }
        double most = levels.stream()
                .mapToDouble(level -> level.law().demand() / level.law().service())
                .max()
                .orElse(Double.NaN);
        return List.of(
                Verdict.of("D/S is far below one", most < FAR_BELOW_ONE).figure("largest D/S", most, ""),
                LevelTables.noErrors(levels));
    }
}
