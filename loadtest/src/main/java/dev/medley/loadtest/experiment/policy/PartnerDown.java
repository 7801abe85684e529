package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A partner that fails all requests for a while, which clients retry: the requests that reach it, with and without a budget for
 * Medley's own retries, and the time until no request fails any more.
 */
public final class PartnerDown extends PolicyExperiment<PartnerDown.Variant, PartnerDown.Run> {

    /** Clients that arrive in a second. */
    static final double RATE = 100;

    private static final double MOST_AMPLIFIED = 1.2;
    private static final double MOST_SECONDS = 2;

    /** As the partner fails, and what Medley does about it. */
    enum Variant implements PolicyExperiment.Variant {
        STATUS("status 503, with the budget", "{budget: 20}"),
        RESET("resets, with the budget", "{budget: 20}"),
        UNBOUNDED("status 503, without a budget", "{budget: 100, min-retries: 100000}");

        private final String title;
        private final String retry;

        Variant(String title, String retry) {
            this.title = title;
            this.retry = retry;
        }

        @Override
        public String title() {
            return title;
        }

        StubAnswer failure() {
            return this == RESET ? StubAnswer.misbehaviour(StubMisbehaviour.RESET) : StubAnswer.status(503);
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

        /** The events of {@code tally} while the partner failed. */
        long whileDown(SecondTally tally) {
            return tally.between(times.before(), times.up());
        }

        /** Requests that reached the partner while it failed, for each first attempt. */
        double amplification() {
            double first = whileDown(sent);
            return whileDown(reached) / Math.max(1, first);
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
    List<Variant> variants() {
        return List.of(Variant.values());
    }

    private static Times times(boolean quick) {
        return quick ? new Times(2, 3, 2) : new Times(15, 30, 15);
    }

    @Override
    Lengths lengths(boolean quick) {
        return new Lengths(
                PartnerDownBench.WARM_UP, Duration.ofSeconds(times(quick).arrivals()));
    }

    @Override
    PolicyExperiment.Bench<Run> bench(Setup setup, Variant variant, Partners shared) {
        return new PartnerDownBench(variant, times(setup.quick()));
    }

    @Override
    Report.Builder begin(Setup setup) {
        return setup.report(
                "A partner that is down for %d s".formatted(times(setup.quick()).down()),
                "%.0f clients a second; each asks up to three times more, every half second".formatted(RATE));
    }

    @Override
    RunTable<Run> table() {
        return RunTable.<Run>captioned("While the partner is down", "the partner fails by")
                .column("requests of clients", run -> run.whileDown(run.sent))
                .column("requests at the partner", run -> run.whileDown(run.reached))
                .column("for each first attempt", run -> Cell.of(run.amplification(), 3))
                .column("in the worst second", run -> Cell.of(run.worstSecond(), 2))
                .column("recovery s", run -> Cell.of(run.recoverySeconds(), 2));
    }

    @Override
    void judge(Map<Variant, List<Run>> runs, boolean quick, Report.Builder report) {
        runs.forEach((variant, ofVariant) -> report.add(plot(variant, ofVariant.get(0))));
        runs.forEach((variant, ofVariant) -> {
            if (variant.hasBudget() && quick) {
                // While code is compiled, requests fail for lack of time as well.
                report.add(amplified(variant, ofVariant.get(0)));
            } else if (variant.hasBudget()) {
                verdicts(report, variant, ofVariant.get(0));
            }
        });
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
