package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

/** A report with made-up numbers in the shape of the paper's. */
public final class ExampleReport {

    static final Instant DATE = Instant.parse("2026-03-01T12:34:56Z");
    static final Clock CLOCK = Clock.fixed(DATE, ZoneOffset.UTC);
    static final Facts FACTS = new Facts(DATE, Map.of("cores", "2"));

    private static final int[] USERS = {10, 30, 50, 70, 90};
    private static final double[] ARRIVALS = {0.04, 0.02, 0.01, 0.005, 0.004, 0.003};
    private static final int PHASE_SECONDS = 60;
    private static final int SAMPLES_A_SECOND = 2;

    private ExampleReport() {}

    public static Report build() {
        return Report.of("Threads and throughput, blocking & async", Facts.ofThisMachine(CLOCK))
                .subtitle("The experiments of the paper's section 4.2 on one machine, partners on loopback")
                .command("./medley experiment fig4 --users 10,30,50,70,90 --warm-up 10s --measure 60s")
                .text(
                        "Simulated users without think time call a mashup of two partners, which take 0.5 s and 1 s. The same"
                                + " mashup runs in both execution modes.")
                .add(Verdict.of("In async the threads stay where they are as users grow from 10 to 90", true)
                        .figure("threads at 10 users", 7, "")
                        .figure("at 90 users", 9, "")
                        .figure("allowed", 16, ""))
                .add(Verdict.of("Threads follow n = N(D/S + c) within 10 %", false)
                        .figure("greatest difference", 12.34, "%"))
                .add(threads())
                .add(throughput())
                .add(table2())
                .add(phases())
                .build();
    }

    static Plot threads() {
        Series blocking = new Series();
        Series async = new Series();
        Series law = new Series();
        for (int users : USERS) {
            blocking.add(users, 1.02 * users + 4);
            async.add(users, 7 + users / 45);
            law.add(users, users * 1.01);
        }
        return Plot.of("Figure 4a: active threads", Axis.of("simulated users", ""), Axis.of("active threads", ""))
                .curve(Curve.line("blocking", blocking))
                .curve(Curve.dashed("law, n = N(1 + c)", law))
                .curve(Curve.line("async", async))
                .mark(Mark.level(16, "threads of the pool"));
    }

    private static Plot throughput() {
        Series blocking = new Series();
        Series async = new Series();
        for (int users : USERS) {
            blocking.add(users, users / 1.014);
            async.add(users, users / 1.012);
        }
        return Plot.of("Figure 4b: throughput", Axis.of("simulated users", ""), Axis.of("throughput", "requests/s"))
                .curve(Curve.line("blocking", blocking))
                .curve(Curve.line("async", async));
    }

    static Table table2() {
        Table table = Table.captioned(
                "Table 2: thread time D and service time S", "users", "D (ms)", "S (ms)", "D/S", "mode");
        for (int users : USERS) {
            double demand = 0.4 + users / 100.0;
            double service = 1012 + users % 4;
            table = table.row(
                    users,
                    Cell.of(demand, 2),
                    Cell.of(service, 0),
                    Cell.of(demand / service, 4),
                    users < 50 ? "async" : "async & warm");
        }
        return table;
    }

    static Plot phases() {
        Series throughput = new Series();
        Series users = new Series();
        Plot plot = Plot.of(
                "Figure 5: throughput and concurrent users", Axis.time("time"), Axis.of("throughput and users", ""));
        double concurrent = 0;
        for (int i = 0; i < ARRIVALS.length * PHASE_SECONDS * SAMPLES_A_SECOND; i++) {
            double second = (double) i / SAMPLES_A_SECOND;
            double rate = 1 / ARRIVALS[i / (PHASE_SECONDS * SAMPLES_A_SECOND)];
            concurrent += (rate * 5 - concurrent) / (3.0 * SAMPLES_A_SECOND);
            users.add(second, concurrent);
            throughput.add(second, concurrent / 5 * (1 + 0.04 * Math.sin(i * 1.7)));
        }
        for (int i = 0; i < ARRIVALS.length; i++) {
            plot = plot.mark(
                    Mark.stretch(i * PHASE_SECONDS, (i + 1) * PHASE_SECONDS, Math.round(ARRIVALS[i] * 1000) + " ms"));
        }
        return plot.curve(Curve.line("throughput", throughput))
                .curve(Curve.line("concurrent users", users))
                .mark(Mark.level(1_400, "the paper's most"));
    }
}
