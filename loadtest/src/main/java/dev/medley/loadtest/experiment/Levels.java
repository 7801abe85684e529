package dev.medley.loadtest.experiment;

import dev.medley.loadtest.report.ProgressStage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    static List<Level> measure(Setup setup, Load load, List<Mode> modes) throws IOException, InterruptedException {
        List<Integer> users = setup.quick() ? QUICK_USERS : USERS;
        Duration atFirst = setup.quick() ? Duration.ofSeconds(2) : Duration.ofSeconds(10);
        Duration warmUp = setup.quick() ? Duration.ofMillis(300) : Duration.ofSeconds(5);
        Duration measured = setup.quick() ? Duration.ofSeconds(1) : Duration.ofSeconds(20);
        List<Level> levels = new ArrayList<>();
        try (ProgressStage stage =
                setup.progress().stage("users in " + modes.size() + " modes", (long) users.size() * modes.size())) {
            for (Mode mode : modes) {
                try (Bench bench =
                        Bench.start(setup, mode, setup.quick() ? QUICK_PARTNERS : PARTNERS, MAX_CONNECTIONS)) {
                    warm(load, bench, users.get(users.size() - 1), atFirst);
                    for (int number : users) {
                        levels.add(level(load, bench, mode, number, warmUp, measured));
                        stage.advance(1);
                    }
                }
            }
        }
        return levels;
    }

    /** The server's code is slow at first. */
    private static void warm(Load load, Bench bench, int users, Duration time)
            throws IOException, InterruptedException {
        LoadFigures figures = load.closed(bench.fanout(PARTNERS.size()), users, Duration.ZERO, time, () -> {});
        if (figures.allErrors() > 0) {
            throw new IOException("in the warm-up %d mashups failed".formatted(figures.allErrors()));
        }
    }

    private static Level level(Load load, Bench bench, Mode mode, int users, Duration warmUp, Duration measured)
            throws IOException, InterruptedException {
        List<Sample> edges = new ArrayList<>();
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

    /** What is between two samples, these included. */
    static Level of(
            Mode mode, int users, LoadFigures figures, Sample from, Sample to, ServerSamples seen, long lostBefore) {
        List<Sample> within = Stream.concat(
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
