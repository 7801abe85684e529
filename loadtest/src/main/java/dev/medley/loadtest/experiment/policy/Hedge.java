package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.Latency;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Verdict;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** A partner of which some answers are much slower: the latency and the load at the partner, with and without hedged requests. */
public final class Hedge extends PolicyExperiment<Hedge.Variant, Hedge.Run> {

    private static final Duration USUAL = Duration.ofMillis(20);
    private static final Duration SLOW = USUAL.multipliedBy(50);
    private static final double SLOW_SHARE = 0.02;
    private static final double RATE = 100;
    private static final double FALLS_TO = 0.2;
    private static final double MOST_LOAD = 1.05;
    /** With what the warm-up has left of it. */
    private static final double BUDGET = 1.3;

    /** The configuration of the partner. */
    enum Variant implements PolicyExperiment.Variant {
        OFF("no hedge", "{after: 0}"),
        AFTER("after twice the median", "{after: %dms}".formatted(2 * USUAL.toMillis())),
        PERCENTILE("after the partner's own p95", "{percentile: 95}");

        private final String title;
        private final String hedge;

        Variant(String title, String hedge) {
            this.title = title;
            this.hedge = hedge;
        }

        @Override
        public String title() {
            return title;
        }
    }

    /**
     * A run.
     *
     * @param mashups that were answered, each with one exchange
     * @param failed mashups
     * @param requests that reached the partner
     */
    record Run(long mashups, long failed, long requests, Latency latency) {

        /** Requests at the partner for each exchange. */
        double load() {
            return (double) requests / Math.max(1, mashups);
        }
    }

    private static final class Bench extends StubBench<Run> {

        private final Lengths lengths;

        Bench(Variant variant, Lengths lengths) {
            super("hedge: " + variant.hedge, Bench::answer);
            this.lengths = lengths;
        }

        private static StubAnswer answer() {
            boolean slow = ThreadLocalRandom.current().nextDouble() < SLOW_SHARE;
            return StubAnswer.json(200, "{}").delay(slow ? SLOW : USUAL);
        }

        /** While code is compiled, all answers are slow. */
        @Override
        public void warmUp(ServerUnderTest server, Progress.Task task) throws IOException {
            ServerUnderTest.load(plan(server, lengths.warmUp()), task);
        }

        @Override
        public Run run(ServerUnderTest server, Progress.Task task) throws IOException {
            long before = requests();
            LoadResult result = ServerUnderTest.load(plan(server, lengths.run()), task);
            return new Run(
                    result.total().succeeded(),
                    result.total().failed(),
                    requests() - before,
                    result.total().corrected());
        }

        private static LoadPlan plan(ServerUnderTest server, Duration length) {
            return server.arrivals(1, List.of(Phase.ofRate(RATE, length)));
        }
    }

    @Override
    List<Variant> variants() {
        return List.of(Variant.values());
    }

    @Override
    Lengths lengths(boolean quick) {
        Duration length = quick ? Duration.ofSeconds(4) : Duration.ofSeconds(120);
        return new Lengths(length.dividedBy(4), length);
    }

    @Override
    PolicyExperiment.Bench<Run> bench(Setup setup, Variant variant, Partners shared) {
        return new Bench(variant, lengths(setup.quick()));
    }

    @Override
    Report.Builder begin(Setup setup) {
        return setup.report(
                "Hedged requests",
                "A partner of %d ms, 2 %% of whose answers take %d ms; %.0f arrivals a second"
                        .formatted(USUAL.toMillis(), SLOW.toMillis(), RATE));
    }

    @Override
    RunTable<Run> table() {
        return RunTable.<Run>captioned("Latency of a mashup with one exchange, and the load at the partner", "hedge")
                .column("mashups", Run::mashups)
                .column("failed", Run::failed)
                .column("requests for each exchange", run -> Cell.of(run.load(), 3))
                .column("p50 ms", run -> Cell.of(run.latency.p50Millis(), 0))
                .column("p95 ms", run -> Cell.of(run.latency.p95Millis(), 0))
                .column("p99 ms", run -> Cell.of(run.latency.p99Millis(), 0))
                .column("p99.9 ms", run -> Cell.of(run.latency.p999Millis(), 0));
    }

    @Override
    void judge(Map<Variant, List<Run>> runs, boolean quick, Report.Builder report) {
        Run off = Objects.requireNonNull(runs.get(Variant.OFF)).get(0);
        runs.forEach((variant, ofVariant) -> {
            if (variant != Variant.OFF) {
                Run run = ofVariant.get(0);
                report.add(quick ? sound(variant, run) : verdict(variant, off, run));
            }
        });
    }

    /** In the short form code is compiled meanwhile, and nearly all answers are slow: only the budget can be judged. */
    private static Verdict sound(Variant variant, Run hedged) {
        return Verdict.of(
                        variant.title + ": no mashup fails, and the budget of hedges holds",
                        hedged.failed() == 0 && hedged.load() <= BUDGET)
                .figure("requests for each exchange", hedged.load(), "");
    }

    static Verdict verdict(Variant variant, Run off, Run hedged) {
        double ratio = hedged.latency().p99Millis() / off.latency().p99Millis();
        boolean held = ratio <= FALLS_TO && hedged.load() <= MOST_LOAD && hedged.failed() == 0;
        return Verdict.of(variant.title + ": p99 falls to a fifth at 5 % more requests at most, and none fails", held)
                .figure("p99, of that without", ratio, "")
                .figure("requests for each exchange", hedged.load(), "")
                .figure("failed", (double) hedged.failed(), "");
    }
}
