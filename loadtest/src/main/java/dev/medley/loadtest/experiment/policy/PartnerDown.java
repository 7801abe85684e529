package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubFault;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A partner that fails all requests for a while, which clients retry: the requests that reach it, with and without a budget for
 * Medley's own retries, and the time until no request fails any more.
 */
public final class PartnerDown implements Experiment {

    /** Clients that arrive in a second. */
    static final double RATE = 100;

    private static final double MOST_AMPLIFIED = 1.2;
    private static final double MOST_SECONDS = 2;

    /** As the partner fails, and what Medley does about it. */
    enum Variant {
        STATUS("status 503, with the budget", "{budget: 20}"),
        RESET("resets, with the budget", "{budget: 20}"),
        UNBOUNDED("status 503, without a budget", "{budget: 100, min-retries: 100000}");

        private final String title;
        private final String retry;

        Variant(String title, String retry) {
            this.title = title;
            this.retry = retry;
        }

        String title() {
            return title;
        }

        StubAnswer failure() {
            return this == RESET ? StubAnswer.fault(StubFault.RESET) : StubAnswer.status(503);
        }

        /** The setting {@code retry} of the partner. */
        String retry() {
            return retry;
        }

        boolean hasBudget() {
            return this != UNBOUNDED;
        }
    }

    /**
     * The times of a run.
     *
     * @param before seconds before the failure
     * @param down seconds of the failure
     * @param after seconds after it
     */
    record Times(int before, int down, int after) {

        private static final int TAIL = 12;

        int arrivals() {
            return before + down + after;
        }

        /** With the clients that are there still when the last one has arrived. */
        int all() {
            return arrivals() + TAIL;
        }

        int up() {
            return before + down;
        }
    }

    /**
     * A run.
     *
     * @param sent requests of the clients, and so first attempts, by the second
     * @param failed requests of the clients that failed, by the second
     * @param reached requests that reached the partner, by the second
     * @param recoverySeconds from the partner's recovery to the last request that failed
     */
    record Run(Times times, SecondTally sent, SecondTally failed, SecondTally reached, double recoverySeconds) {

        /** Requests that reached the partner while it failed, for each first attempt. */
        double amplification() {
            double first = sent.between(times.before(), times.up());
            return reached.between(times.before(), times.up()) / Math.max(1, first);
        }

        /** The same, of the second with most. */
        double worstSecond() {
            double worst = 0;
            for (int second = times.before(); second < times.up(); second++) {
                double first = sent.between(second, second + 1);
                worst = Math.max(worst, reached.between(second, second + 1) / Math.max(1, first));
            }
            return worst;
        }
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Times times = setup.quick() ? new Times(2, 3, 2) : new Times(15, 30, 15);
        Map<Variant, Run> runs = new LinkedHashMap<>();
        for (Variant variant : Variant.values()) {
            try (PartnerDownRun run = new PartnerDownRun(setup, variant, times)) {
                runs.put(variant, run.measure());
            }
        }
        Report.Builder report = setup.report(
                "A partner that is down for %d s".formatted(times.down()),
                "%.0f clients a second; each asks up to three times more, every half second".formatted(RATE));
        report.add(requests(runs));
        runs.forEach((variant, run) -> report.add(plot(variant, run)));
        runs.forEach((variant, run) -> {
            if (variant.hasBudget() && setup.quick()) {
                // While code is compiled, requests fail for lack of time as well.
                report.add(amplified(variant, run));
            } else if (variant.hasBudget()) {
                verdicts(report, variant, run);
            }
        });
        return report.build();
    }

    private static Table requests(Map<Variant, Run> runs) {
        Table table = Table.captioned(
                "While the partner is down",
                "the partner fails by",
                "requests of clients",
                "requests at the partner",
                "for each first attempt",
                "in the worst second",
                "recovery s");
        for (Map.Entry<Variant, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            int from = run.times().before();
            int to = run.times().up();
            table = table.row(
                    each.getKey().title,
                    run.sent().between(from, to),
                    run.reached().between(from, to),
                    Cell.of(run.amplification(), 3),
                    Cell.of(run.worstSecond(), 2),
                    Cell.of(run.recoverySeconds(), 2));
        }
        return table;
    }

    private static Plot plot(Variant variant, Run run) {
        return Plot.of("Requests: " + variant.title, Axis.time("time"), Axis.of("requests", "1/s"))
                .curve(Curve.line("of clients", run.sent().points()))
                .curve(Curve.line("at the partner", run.reached().points()))
                .curve(Curve.line("of clients, failed", run.failed().points()));
    }

    static void verdicts(Report.Builder report, Variant variant, Run run) {
        report.add(amplified(variant, run)).add(recovered(variant, run));
    }

    private static Verdict amplified(Variant variant, Run run) {
        return Verdict.of(
                        variant.title + ": at most 1.2 requests reach the partner for each first attempt",
                        run.amplification() <= MOST_AMPLIFIED && run.amplification() > 0)
                .figure("requests for each first attempt", run.amplification(), "");
    }

    private static Verdict recovered(Variant variant, Run run) {
        long late = run.failed()
                .between(run.times().up() + (int) MOST_SECONDS, run.times().all());
        return Verdict.of(
                        variant.title + ": no request fails later than two seconds after the partner's recovery",
                        run.recoverySeconds() <= MOST_SECONDS && late == 0)
                .figure("recovery", run.recoverySeconds(), "s")
                .figure("requests that failed later", (double) late, "");
    }
}
