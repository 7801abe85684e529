package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ServerSample;
import dev.medley.loadtest.experiment.server.ServerSamples;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.ServersUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The first experiment of the paper (section 4.2), of which figure 4 and table 2 are two views: two partners, of which
 * one takes twice as long as the other, and a rising number of users without think time, in each execution mode.
 */
final class Levels {

    private static final List<Integer> USERS = List.of(10, 30, 50, 70, 90);
    private static final List<Duration> PARTNERS = List.of(Duration.ofMillis(500), Duration.ofMillis(1000));
    private static final List<Integer> QUICK_USERS = List.of(5, 50);
    private static final List<Duration> QUICK_PARTNERS = List.of(Duration.ofMillis(100), Duration.ofMillis(200));
    private static final int MAX_CONNECTIONS = 1000;

    private Levels() {}

    static List<Level> measure(Setup setup, Load load, List<ExecutionMode> modes)
            throws IOException, InterruptedException {
        List<Integer> users = setup.quick() ? QUICK_USERS : USERS;
        Duration atFirst = setup.quick() ? Duration.ofMillis(500) : Duration.ofSeconds(10);
        Duration warmUp = setup.quick() ? Duration.ofMillis(200) : Duration.ofSeconds(5);
        Duration measured = setup.quick() ? Duration.ofMillis(400) : Duration.ofSeconds(20);
        List<Level> levels = new ArrayList<>();
        try (Partners partners = Partners.start(setup, setup.quick() ? QUICK_PARTNERS : PARTNERS);
                ServersUnderTest<ExecutionMode> benches =
                        ServersUnderTest.start(setup, modes, partners, MAX_CONNECTIONS);
                Progress.Task task = setup.progress()
                        .task("users in " + modes.size() + " modes", (long) users.size() * modes.size())) {
            warm(load, benches, users.get(users.size() - 1), atFirst);
            // By turns, so that whatever else the machine does meets all modes alike.
            for (int number : users) {
                for (Map.Entry<ExecutionMode, ServerUnderTest> each :
                        benches.all().entrySet()) {
                    levels.add(level(load, each.getValue(), each.getKey(), number, warmUp, measured));
                    task.advance(1);
                }
            }
        }
        levels.sort(Comparator.comparing(Level::mode));
        return levels;
    }

    /** The servers' code is slow at first. */
    private static void warm(Load load, ServersUnderTest<ExecutionMode> benches, int users, Duration time)
            throws IOException, InterruptedException {
        List<RunningLoad<LoadFigures>> warming = benches.all().values().stream()
                .map(bench -> RunningLoad.start(onBegin ->
                        () -> load.closed(bench.fanout(PARTNERS.size()), users, Duration.ZERO, time, () -> {})))
                .toList();
        for (RunningLoad<LoadFigures> warmed : warming) {
            LoadFigures figures = warmed.awaitEnd();
            long errors = figures.errors() + figures.warmUpErrors();
            if (errors > 0) {
                throw new IOException("in the warm-up %d mashups failed".formatted(errors));
            }
        }
    }

    private static Level level(
            Load load, ServerUnderTest bench, ExecutionMode mode, int users, Duration warmUp, Duration measured)
            throws IOException, InterruptedException {
        List<ServerSample> edges = new ArrayList<>();
        long lostBefore = bench.sampler().samples().lost();
        LoadFigures figures = load.closed(
                bench.fanout(PARTNERS.size()),
                users,
                warmUp,
                measured,
                () -> edges.add(bench.sampler().now()));
        return of(
                mode,
                users,
                figures,
                edges.get(0),
                edges.get(1),
                bench.sampler().samples(),
                lostBefore);
    }

    /** The level between two samples, these included. */
    static Level of(
            ExecutionMode mode,
            int users,
            LoadFigures figures,
            ServerSample from,
            ServerSample to,
            ServerSamples seen,
            long lostBefore) {
        List<ServerSample> within = Stream.concat(
                        Stream.concat(
                                Stream.of(from),
                                seen.samples().stream()
                                        .filter(sample -> sample.at().isAfter(from.at())
                                                && sample.at().isBefore(to.at()))),
                        Stream.of(to))
                .toList();
        return new Level(
                mode,
                users,
                figures,
                to.law().minus(from.law()),
                new ServerSamples(from.at(), within, seen.lost() - lostBefore));
    }
}
