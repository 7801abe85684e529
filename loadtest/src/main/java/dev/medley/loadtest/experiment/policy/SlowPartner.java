package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One partner becomes 100 times slower than the other: the p99 of mashups that do not use it. Two servers of the same kind run
 * side by side, whose second partner differs, and are measured in turn, so that the machine's moods meet both.
 */
public final class SlowPartner extends PolicyExperiment<SlowPartner.Variant, SlowPartner.Run> {

    private static final Duration DELAY = Duration.ofMillis(50);
    private static final int SLOWER = 100;
    /** Requests a second that use the one partner, and those that use both. */
    private static final double RATE = 100;

    private static final int MAX_CONNECTIONS = 5000;
    private static final int ROUNDS = 5;
    private static final int QUICK_ROUNDS = 1;
    private static final Duration TIME = Duration.ofSeconds(20);
    private static final Duration QUICK_TIME = Duration.ofSeconds(2);
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final Duration QUICK_WARM_UP = Duration.ofSeconds(1);
    private static final Duration QUICK_AHEAD = Duration.ofMillis(500);
    /** The difference that one slow partner may make to the others' p99, in percent. */
    private static final double MAX_DIFFERENCE = 10;

    private static final double PERCENT = 100;

    /** The second partner. */
    enum Variant implements PolicyExperiment.Variant {
        EVEN("both partners as fast", 1),
        SLOW("one 100 times slower", 2);

        private final String title;
        private final int second;

        Variant(String title, int second) {
            this.title = title;
            this.second = second;
        }

        @Override
        public String title() {
            return title;
        }
    }

    /**
     * One measurement.
     *
     * @param one mashups that use the partner that is never slow
     * @param both mashups that use both partners
     */
    record Run(PhaseResult one, PhaseResult both) {}

    private record Bench(Map<String, String> urls, Lengths lengths, Duration ahead)
            implements PolicyExperiment.Bench<Run> {

        @Override
        public String configuration() {
            return ServerUnderTest.configuration(ExecutionMode.ASYNC, PartnerProtocol.AUTO, urls, MAX_CONNECTIONS);
        }

        @Override
        public void warmUp(ServerUnderTest server, Progress.Task task) throws IOException, InterruptedException {
            load(server, task, lengths.warmUp());
        }

        @Override
        public Run run(ServerUnderTest server, Progress.Task task) throws IOException, InterruptedException {
            return load(server, task, lengths.run());
        }

        /** Measures the mashups with one partner while those with both are under way: first these begin, and they end last. */
        private Run load(ServerUnderTest server, Progress.Task task, Duration length)
                throws IOException, InterruptedException {
            LoadPlan withBoth = server.arrivals(2, List.of(Phase.ofRate(RATE, length)));
            LoadPlan withOne = server.arrivals(1, List.of(Phase.ofRate(RATE, length.minus(ahead))));
            RunningLoad<LoadResult> both = RunningLoad.start(onBegin -> () -> LoadDriver.run(
                    withBoth, onBegin, progress -> task.advance(progress.left().isZero() ? 0 : 1)));
            try {
                both.awaitTime(ahead);
                LoadResult one = LoadDriver.run(withOne, progress -> {});
                return new Run(one.total(), both.awaitEnd().total());
            } catch (IOException | InterruptedException | RuntimeException x) {
                both.interrupt();
                throw x;
            }
        }
    }

    @Override
    List<Variant> variants() {
        return List.of(Variant.values());
    }

    @Override
    boolean sideBySide() {
        return true;
    }

    @Override
    int rounds(Setup setup) {
        return setup.rounds() > 0 ? setup.rounds() : setup.quick() ? QUICK_ROUNDS : ROUNDS;
    }

    @Override
    Lengths lengths(boolean quick) {
        Duration ahead = ahead(quick);
        return new Lengths(ahead.plus(quick ? QUICK_WARM_UP : WARM_UP), ahead.plus(quick ? QUICK_TIME : TIME));
    }

    /** The time by which the mashups with both partners begin before the others: in full that of a slow answer. */
    private static Duration ahead(boolean quick) {
        return quick ? QUICK_AHEAD : DELAY.multipliedBy(SLOWER);
    }

    @Override
    List<Duration> sharedPartners() {
        return List.of(DELAY, DELAY, DELAY.multipliedBy(SLOWER));
    }

    @Override
    PolicyExperiment.Bench<Run> bench(Setup setup, Variant variant, Partners shared) {
        List<String> urls = List.copyOf(shared.urls().values());
        Map<String, String> two = new LinkedHashMap<>();
        two.put("one", urls.get(0));
        two.put("other", urls.get(variant.second));
        return new Bench(two, lengths(setup.quick()), ahead(setup.quick()));
    }

    @Override
    Report.Builder begin(Setup setup) {
        return setup.report(
                "One slow partner beside another",
                "%.0f requests/s with a partner of %d ms, beside as many with both partners"
                        .formatted(RATE, DELAY.toMillis()));
    }

    @Override
    RunTable<Run> table() {
        return RunTable.<Run>captioned("Each round", "partners")
                .column("with one partner: answered", run -> run.one.succeeded())
                .column("failed", run -> run.one.failed())
                .column("p50 ms", run -> Cell.of(run.one.corrected().p50Millis(), 1))
                .column("p99 ms", run -> Cell.of(run.one.corrected().p99Millis(), 1))
                .column("with both: answered", run -> run.both.succeeded())
                .column("failed", run -> run.both.failed())
                .column("p50 ms", run -> Cell.of(run.both.corrected().p50Millis(), 1))
                .column("most in flight", run -> run.both.mostInFlight());
    }

    @Override
    void judge(Map<Variant, List<Run>> runs, boolean quick, Report.Builder report) {
        report.add(verdict(
                Objects.requireNonNull(runs.get(Variant.EVEN)), Objects.requireNonNull(runs.get(Variant.SLOW)), quick));
    }

    /** In the short form the p99 is that of two requests, which says nothing: it claims only that none failed. */
    static Verdict verdict(List<Run> even, List<Run> slow, boolean quick) {
        double before = p99(even);
        double beside = p99(slow);
        double difference = PERCENT * (beside - before) / before;
        long failed = slow.stream().mapToLong(run -> run.one.failed()).sum();
        String claim = quick
                ? "No mashup fails beside a partner that is 100 times slower, which it does not use"
                : "A partner that is 100 times slower changes the p99 of mashups that do not use it by less than 10 %";
        return Verdict.of(claim, failed == 0 && (quick || difference < MAX_DIFFERENCE))
                .figure("p99 beside a partner as fast", before, "ms")
                .figure("p99 beside the slow one", beside, "ms")
                .figure("difference", difference, "%")
                .figure("failed", (double) failed, "");
    }

    private static double p99(List<Run> runs) {
        return Quartiles.of(runs.stream()
                        .map(run -> run.one.corrected().p99Millis())
                        .toList())
                .median();
    }
}
