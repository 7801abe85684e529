package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.PartnerProtocol;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.Quartiles;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One partner becomes 100 times slower than the other: the p99 of mashups that do not use it. Two servers of the same kind run
 * side by side, whose second partner differs, and are measured in turn, so that the machine's moods meet both.
 */
public final class SlowPartner implements Experiment {

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
    /** The difference that one slow partner may make to the others' p99, in percent. */
    private static final double MAX_DIFFERENCE = 10;

    private static final double PERCENT = 100;
    private static final String EVEN = "both partners as fast";
    private static final String SLOW = "one 100 times slower";

    /**
     * One measurement.
     *
     * @param one mashups that use the partner that is never slow
     * @param both mashups that use both partners
     */
    record Run(PhaseResult one, PhaseResult both) {}

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        int rounds = setup.rounds() > 0 ? setup.rounds() : setup.quick() ? QUICK_ROUNDS : ROUNDS;
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        runs.put(EVEN, new ArrayList<>());
        runs.put(SLOW, new ArrayList<>());
        List<Duration> delays = List.of(DELAY, DELAY, DELAY.multipliedBy(SLOWER));
        try (Partners partners = Partners.start(setup, delays);
                ServerUnderTest even = server(setup, "even", partners, 1);
                ServerUnderTest slow = server(setup, "slow", partners, 2)) {
            Duration warmUp = setup.quick() ? QUICK_WARM_UP : WARM_UP;
            measure(setup, "warm-up, even", even, warmUp);
            measure(setup, "warm-up, slow", slow, warmUp);
            for (int round = 1; round <= rounds; round++) {
                Duration time = setup.quick() ? QUICK_TIME : TIME;
                runs.get(EVEN).add(measure(setup, "even, round " + round, even, time));
                runs.get(SLOW).add(measure(setup, "slow, round " + round, slow, time));
            }
        }
        return setup.report(
                        "One slow partner beside another",
                        "%.0f requests/s with a partner of %d ms, beside as many with both partners"
                                .formatted(RATE, DELAY.toMillis()))
                .add(table(runs))
                .add(verdict(runs.get(EVEN), runs.get(SLOW), setup.quick()))
                .build();
    }

    private static ServerUnderTest server(Setup setup, String name, Partners partners, int second)
            throws IOException, InterruptedException {
        List<Map.Entry<String, String>> all = List.copyOf(partners.urls().entrySet());
        Map<String, String> two = new LinkedHashMap<>();
        two.put("one", all.get(0).getValue());
        two.put("other", all.get(second).getValue());
        String yaml = ServerUnderTest.configuration(ExecutionMode.ASYNC, PartnerProtocol.AUTO, two, MAX_CONNECTIONS);
        return ServerUnderTest.unsampled(ServerUnderTest.launch(setup, "server-" + name, yaml, List.of()));
    }

    /** Measures the mashups with one partner while those with both are under way: first these begin, and they end last. */
    private static Run measure(Setup setup, String name, ServerUnderTest server, Duration time)
            throws IOException, InterruptedException {
        Duration ahead = setup.quick() ? Duration.ofMillis(500) : DELAY.multipliedBy(SLOWER);
        LoadPlan withBoth = plan(server, 2, ahead.plus(time));
        LoadPlan withOne = plan(server, 1, time);
        try (Progress.Stage stage =
                setup.progress().stage(name, Math.max(1, ahead.plus(time).toSeconds()))) {
            RunningLoad<LoadResult> both = RunningLoad.start(onBegin -> () -> LoadDriver.run(
                    withBoth, onBegin, progress -> stage.advance(progress.left().isZero() ? 0 : 1)));
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

    private static LoadPlan plan(ServerUnderTest server, int exchanges, Duration time) {
        return LoadPlan.to(server.fanout(exchanges))
                .open(Phase.ofRate(RATE, time))
                .exponential(true)
                .build();
    }

    static Table table(Map<String, List<Run>> runs) {
        Table table = Table.captioned(
                "Each round",
                "partners",
                "with one partner: answered",
                "failed",
                "p50 ms",
                "p99 ms",
                "with both: answered",
                "failed",
                "p50 ms",
                "most in flight");
        for (Map.Entry<String, List<Run>> each : runs.entrySet()) {
            for (Run run : each.getValue()) {
                table = table.row(
                        each.getKey(),
                        run.one.succeeded(),
                        run.one.failed(),
                        Cell.of(run.one.corrected().p50Millis(), 1),
                        Cell.of(run.one.corrected().p99Millis(), 1),
                        run.both.succeeded(),
                        run.both.failed(),
                        Cell.of(run.both.corrected().p50Millis(), 1),
                        run.both.mostInFlight());
            }
        }
        return table;
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
