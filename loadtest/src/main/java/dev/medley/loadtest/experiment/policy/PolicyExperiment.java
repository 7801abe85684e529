package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Partners;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An experiment with one policy. Each variant has a bench and a server of its own, is warmed up, and is measured; the report
 * has a table with a row for each run, then what the experiment makes of the runs.
 *
 * @param <V> the variants, whose runs are compared
 * @param <R> the outcome of a run
 */
abstract class PolicyExperiment<V extends PolicyExperiment.Variant, R> implements Experiment {

    /** A configuration, or a behaviour of a partner, whose effect is measured. */
    interface Variant {

        /** The name of the constant, from which the files of the server have theirs. */
        String name();

        /** The words for it in the report. */
        String title();
    }

    /** The length of a warm-up and of a run. */
    record Lengths(Duration warmUp, Duration run) {}

    /** What a variant is measured with: its partners, the configuration of its server, and the load. */
    interface Bench<R> extends AutoCloseable {

        /** The configuration of the server, in YAML. */
        String configuration();

        void warmUp(ServerUnderTest server, Progress.Task task) throws IOException, InterruptedException;

        R run(ServerUnderTest server, Progress.Task task) throws IOException, InterruptedException;

        /** Ends what only this bench uses. */
        @Override
        default void close() {}
    }

    /** A bench with its server. */
    private record Running<V, R>(V variant, Bench<R> bench, ServerUnderTest server) implements AutoCloseable {

        @Override
        public void close() {
            server.close();
            bench.close();
        }
    }

    /** The variants, in the order of the report. */
    abstract List<V> variants();

    abstract Lengths lengths(boolean quick);

    /** Opens the bench of a variant; {@code shared} are the partners of {@link #sharedPartners}. */
    abstract Bench<R> bench(Setup setup, V variant, Partners shared) throws IOException;

    /** Begins the report: title and subtitle. */
    abstract Report.Builder begin(Setup setup);

    abstract RunTable<R> table();

    /** Adds plots and verdicts. */
    abstract void judge(Map<V, List<R>> runs, boolean quick, Report.Builder report);

    /** Whether the servers of all variants run at the same time, to be measured in turn. By default each has the machine. */
    boolean sideBySide() {
        return false;
    }

    /** The delays of the partners that all variants share, each a process. By default there are none. */
    List<Duration> sharedPartners() {
        return List.of();
    }

    /** The number of runs of each variant. */
    int rounds(Setup setup) {
        return 1;
    }

    @Override
    public final Report run(Setup setup) throws IOException, InterruptedException {
        Map<V, List<R>> runs = new LinkedHashMap<>();
        try (Partners shared = Partners.start(setup, sharedPartners())) {
            if (sideBySide()) {
                measure(setup, shared, variants(), runs);
            } else {
                for (V variant : variants()) {
                    measure(setup, shared, List.of(variant), runs);
                }
            }
        }
        Report.Builder report = begin(setup).add(table().of(runs));
        judge(runs, setup.quick(), report);
        return report.build();
    }

    private void measure(Setup setup, Partners shared, List<V> together, Map<V, List<R>> runs)
            throws IOException, InterruptedException {
        Lengths lengths = lengths(setup.quick());
        int rounds = rounds(setup);
        List<Running<V, R>> running = new ArrayList<>();
        try {
            for (V variant : together) {
                running.add(start(setup, variant, bench(setup, variant, shared)));
            }
            for (Running<V, R> each : running) {
                try (Progress.Task task = task(setup, each.variant.title() + ", warm-up", lengths.warmUp)) {
                    each.bench.warmUp(each.server, task);
                }
            }
            for (int round = 1; round <= rounds; round++) {
                for (Running<V, R> each : running) {
                    String name = each.variant.title() + (rounds > 1 ? ", round " + round : "");
                    try (Progress.Task task = task(setup, name, lengths.run)) {
                        runs.computeIfAbsent(each.variant, variant -> new ArrayList<>())
                                .add(each.bench.run(each.server, task));
                    }
                }
            }
        } finally {
            running.forEach(Running::close);
        }
    }

    private static <V extends Variant, R> Running<V, R> start(Setup setup, V variant, Bench<R> bench)
            throws IOException, InterruptedException {
        try {
            String name = "server-" + variant.name().toLowerCase(Locale.ROOT);
            return new Running<>(
                    variant,
                    bench,
                    ServerUnderTest.unsampled(ServerUnderTest.launch(setup, name, bench.configuration(), List.of())));
        } catch (IOException | InterruptedException | RuntimeException x) {
            bench.close();
            throw x;
        }
    }

    private static Progress.Task task(Setup setup, String name, Duration length) {
        return setup.progress().task(name, Math.max(1, length.toSeconds()));
    }
}
