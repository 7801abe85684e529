package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Partners;
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
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One endpoint of three begins to fail every request, in several ways, while requests go on; without retries, so that each
 * failed attempt is a failed answer.
 */
public final class FailingEndpoint implements Experiment {

    private static final int SOUND = 2;
    private static final Duration DELAY = Duration.ofMillis(20);
    private static final double RATE = 200;
    private static final double QUICK_RATE = 100;
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration REST = Duration.ofSeconds(60);
    private static final Duration QUICK_REST = Duration.ofSeconds(3);
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration QUICK_WARM_UP = Duration.ofMillis(500);
    /** The share of the answers, in percent, that the endpoint may cost after its first second. */
    private static final double MAX_COST = 0.5;

    private static final double PERCENT = 100;

    /**
     * The outcome of one way.
     *
     * @param first the second in which the endpoint began to fail
     * @param rest the time thereafter
     */
    record Run(PhaseResult first, PhaseResult rest) {

        double costPercent() {
            return PERCENT * rest.failed() / Math.max(1, rest.started());
        }
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        double rate = setup.quick() ? QUICK_RATE : RATE;
        Duration rest = setup.quick() ? QUICK_REST : REST;
        Map<FailingPartner.Way, Run> runs = new EnumMap<>(FailingPartner.Way.class);
        try (Partners sound = Partners.start(setup, Collections.nCopies(SOUND, DELAY))) {
            for (FailingPartner.Way way : FailingPartner.Way.values()) {
                if (way != FailingPartner.Way.NOT) {
                    runs.put(way, run(setup, way, sound, rate, rest));
                }
            }
        }
        Report.Builder report = setup.report(
                        "One endpoint of three fails every request",
                        "%.0f requests/s, an exchange each, retries off; the endpoint fails for %d s"
                                .formatted(rate, FIRST.plus(rest).toSeconds()))
                .add(table(runs));
        runs.forEach((way, run) -> report.add(verdict(way, run)));
        return report.build();
    }

    private static Run run(Setup setup, FailingPartner.Way way, Partners sound, double rate, Duration rest)
            throws IOException, InterruptedException {
        String name = way.name().toLowerCase(Locale.ROOT);
        Duration warmUp = setup.quick() ? QUICK_WARM_UP : WARM_UP;
        try (FailingPartner failing = FailingPartner.start();
                ServerUnderTest server = ServerUnderTest.unsampled(ServerUnderTest.launch(
                        setup,
                        "server-" + name,
                        configuration(sound.urls().values(), failing.url().toString()),
                        List.of()));
                Progress.Stage stage = setup.progress()
                        .stage(name, Math.max(1, warmUp.plus(FIRST).plus(rest).toSeconds()))) {
            LoadResult warmed = ServerUnderTest.load(plan(server, Phase.ofRate(rate, warmUp)), stage);
            if (warmed.total().failed() > 0) {
                throw new IOException("%d of %d mashups failed before the endpoint did: %s"
                        .formatted(
                                warmed.total().failed(),
                                warmed.total().started(),
                                warmed.total().messages()));
            }
            failing.fail(way);
            LoadResult load =
                    ServerUnderTest.load(plan(server, Phase.ofRate(rate, FIRST), Phase.ofRate(rate, rest)), stage);
            return new Run(load.phases().get(0), load.phases().get(1));
        }
    }

    private static LoadPlan plan(ServerUnderTest server, Phase... phases) {
        return LoadPlan.to(server.fanout(1)).open(phases).exponential(true).build();
    }

    static String configuration(Collection<String> sound, String failing) {
        List<String> urls = new ArrayList<>(sound);
        urls.add(failing);
        return """
                server:
                  port: 0
                  host: 127.0.0.1
                  admin: {port: 0}
                  samples: true
                  access-log: false
                partners:
                  shop:
                    urls: [%s]
                    timeout: 5s
                    retries: 0
                    retry: {connect-retries: 0}
                """.formatted(String.join(", ", urls));
    }

    static Table table(Map<FailingPartner.Way, Run> runs) {
        Table table = Table.captioned(
                "What the endpoint cost",
                "the endpoint",
                "answers in its first second",
                "failed",
                "answers thereafter",
                "failed",
                "failed, % of them",
                "p99 ms thereafter");
        for (Map.Entry<FailingPartner.Way, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            table = table.row(
                    each.getKey().words(),
                    run.first.started(),
                    run.first.failed(),
                    run.rest.started(),
                    run.rest.failed(),
                    Cell.of(run.costPercent(), 3),
                    Cell.of(run.rest.corrected().p99Millis(), 1));
        }
        return table;
    }

    static Verdict verdict(FailingPartner.Way way, Run run) {
        return Verdict.of(
                        "An endpoint of three that %s costs less than 0.5 %% of the answers after its first second"
                                .formatted(way.words()),
                        run.rest.started() > 0 && run.costPercent() < MAX_COST)
                .figure("failed", run.costPercent(), "%")
                .figure("failed in the first second", (double) run.first.failed(), "");
    }
}
