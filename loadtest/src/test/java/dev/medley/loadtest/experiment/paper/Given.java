package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.result.DriverUse;
import dev.medley.loadtest.driver.result.Latency;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.LawTotals;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.report.section.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Measurements as they might have been. */
public final class Given {

    public static final Instant BEGIN = Instant.parse("2026-11-21T06:00:00Z");

    private static final LawTotals NO_LAW = new LawTotals(0, 0, 0, 0, 0, 0);

    private Given() {}

    /** A level at which requests take a second, with that n as measured and as the law has it. */
    static Level level(ExecutionMode mode, int users, double measured, double predicted) {
        return level(mode, users, measured, predicted, new LoadFigures(100, 0, 0, users, 1000, 1010, 20));
    }

    static Level level(ExecutionMode mode, int users, double measured, double predicted, LoadFigures figures) {
        LawTotals law = new LawTotals(1, users, predicted * 1000, users * 1000.0, 0, 1000 * measured);
        return new Level(mode, users, figures, law, samples());
    }

    /** A sample that many seconds after the beginning, with these threads and megabytes. */
    public static ServerSample sample(double seconds, double threads, double megabytes) {
        return sample(seconds, threads, megabytes, Double.NaN);
    }

    public static ServerSample sample(double seconds, double threads, double megabytes, double cpuSeconds) {
        return new ServerSample(
                BEGIN.plusNanos(Math.round(seconds * 1e9)),
                new ProcessFacts(cpuSeconds, megabytes, threads, 100),
                20,
                3,
                16,
                10,
                60,
                60,
                NO_LAW);
    }

    public static ServerSamples samples(ServerSample... samples) {
        return new ServerSamples(BEGIN, List.of(samples), 0);
    }

    public static PhaseResult phase(double from, double perSecond, long failed, int mostInFlight, double p99) {
        Latency latency = new Latency(100, 1, 1, 1, 1, 1, 1, p99, p99, p99, "");
        return new PhaseResult(
                "phase",
                true,
                from,
                10,
                perSecond,
                100,
                100 - failed,
                failed,
                Map.of(),
                Map.of(),
                10,
                mostInFlight,
                1000,
                latency,
                latency,
                20,
                50);
    }

    static LoadResult load(PhaseResult total, PhaseResult... phases) {
        return new LoadResult(
                "http://127.0.0.1:8080",
                LoadProtocol.HTTP_1_1,
                "open loop",
                BEGIN,
                60,
                false,
                0,
                total,
                List.of(phases),
                List.of(),
                new DriverUse(1, 10, 20, 100, 50, 0.1, 0.2, false, ""));
    }

    /** The same, but that many requests had no answer when it was stopped. */
    static LoadResult unfinished(long requests, LoadResult load) {
        return new LoadResult(
                load.target(),
                load.protocol(),
                load.load(),
                load.beganAt(),
                load.seconds(),
                true,
                requests,
                load.total(),
                load.phases(),
                load.series(),
                load.driver());
    }

    /** The claims among {@code verdicts} that were not borne out. */
    public static List<String> notHeld(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> !verdict.held())
                .map(Verdict::claim)
                .toList();
    }
}
