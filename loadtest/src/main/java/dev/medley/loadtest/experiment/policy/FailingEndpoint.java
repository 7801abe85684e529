package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One endpoint of three begins to fail every request, in several ways, while requests go on; without retries, so that each
 * failed attempt is a failed answer.
 */
public final class FailingEndpoint extends PolicyExperiment<FailingPartner.Way, FailingEndpoint.Run> {

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

    private record Bench(
            FailingPartner.Way way, Collection<String> sound, FailingPartner failing, double rate, Lengths lengths)
            implements PolicyExperiment.Bench<Run> {

        @Override
        public String configuration() {
            return FailingEndpoint.configuration(sound, failing.url().toString());
        }

        @Override
        public void warmUp(ServerUnderTest server, Progress.Task task) throws IOException {
            LoadResult warmed =
                    ServerUnderTest.load(server.arrivals(1, List.of(Phase.ofRate(rate, lengths.warmUp()))), task);
            if (warmed.total().failed() > 0) {
                throw new IOException("%d of %d mashups failed before the endpoint did: %s"
                        .formatted(
                                warmed.total().failed(),
                                warmed.total().started(),
                                warmed.total().messages()));
            }
        }

        @Override
        public Run run(ServerUnderTest server, Progress.Task task) throws IOException {
            failing.fail(way);
            List<Phase> phases = List.of(
                    Phase.ofRate(rate, FIRST), Phase.ofRate(rate, lengths.run().minus(FIRST)));
            LoadResult load = ServerUnderTest.load(server.arrivals(1, phases), task);
            return new Run(load.phases().get(0), load.phases().get(1));
        }

        @Override
        public void close() {
            failing.close();
        }
    }

    @Override
    List<FailingPartner.Way> variants() {
        return Stream.of(FailingPartner.Way.values())
                .filter(way -> way != FailingPartner.Way.NOT)
                .toList();
    }

    @Override
    Lengths lengths(boolean quick) {
        return new Lengths(quick ? QUICK_WARM_UP : WARM_UP, FIRST.plus(quick ? QUICK_REST : REST));
    }

    private static double rate(boolean quick) {
        return quick ? QUICK_RATE : RATE;
    }

    @Override
    List<Duration> sharedPartners() {
        return Collections.nCopies(SOUND, DELAY);
    }

    @Override
    PolicyExperiment.Bench<Run> bench(Setup setup, FailingPartner.Way way, Partners sound) throws IOException {
        return new Bench(
                way, sound.urls().values(), FailingPartner.start(), rate(setup.quick()), lengths(setup.quick()));
    }

    @Override
    Report.Builder begin(Setup setup) {
        return setup.report(
                "One endpoint of three fails every request",
                "%.0f requests/s, an exchange each, retries off; the endpoint fails for %d s"
                        .formatted(
                                rate(setup.quick()),
                                lengths(setup.quick()).run().toSeconds()));
    }

    @Override
    RunTable<Run> table() {
        return RunTable.<Run>captioned("What the endpoint cost", "the endpoint")
                .column("answers in its first second", run -> run.first.started())
                .column("failed", run -> run.first.failed())
                .column("answers thereafter", run -> run.rest.started())
                .column("failed", run -> run.rest.failed())
                .column("failed, % of them", run -> Cell.of(run.costPercent(), 3))
                .column("p99 ms thereafter", run -> Cell.of(run.rest.corrected().p99Millis(), 1));
    }

    @Override
    void judge(Map<FailingPartner.Way, List<Run>> runs, boolean quick, Report.Builder report) {
        runs.forEach((way, ofWay) -> report.add(verdict(way, ofWay.get(0))));
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

    static Verdict verdict(FailingPartner.Way way, Run run) {
        return Verdict.of(
                        "An endpoint of three that %s costs less than 0.5 %% of the answers after its first second"
                                .formatted(way.title()),
                        run.rest.started() > 0 && run.costPercent() < MAX_COST)
                .figure("failed", run.costPercent(), "%")
                .figure("failed in the first second", (double) run.first.failed(), "");
    }
}
