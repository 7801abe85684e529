package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.Experiment;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * Figures 1 to 8 of Chandramouli's paper in one: a thread for each connection, a pool of threads that accept by turns, Medley's
 * execution modes, nginx and Apache, with connections that are kept and closed.
 */
public final class Threads implements Experiment {

    private final ThreadsPlan plan;

    public Threads(ThreadsPlan plan) {
        this.plan = plan;
    }

    @Override
    public Report run(Setup setup) throws IOException, InterruptedException {
        Optional<Taskset> taskset = Taskset.find();
        if (taskset.isEmpty()) {
            setup.progress()
                    .note("Nothing is pinned: that takes two cores and taskset, of the package util-linux. The figures"
                            + " include what the load takes from the server.");
        }
        Windows windows = new Windows();
        try (ThreadsBench bench = ThreadsBench.start(setup, plan, taskset)) {
            PhaseProfile phases;
            try {
                bench.warm();
                PhaseProfile before = phases(bench.admin());
                measure(setup, bench, windows);
                phases = phases(bench.admin()).minus(before);
            } finally {
                bench.releaseCores();
            }
            return new ThreadsReport(setup, plan, windows)
                    .of(new ThreadsReport.Circumstances(
                            taskset.isPresent(), bench.excluded(), bench.notInstalled(), phases));
        }
    }

    private void measure(Setup setup, ThreadsBench bench, Windows windows) throws IOException, InterruptedException {
        try (Progress.Task task = setup.progress().task("windows in " + plan.rounds() + " rounds", plan.windows())) {
            for (int round = 0; round < plan.rounds(); round++) {
                bench.round(plan.settings(), round, windows, task);
            }
            for (int round = 0; round < plan.roundsOfConnections(); round++) {
                bench.round(plan.manyConnections(), round, windows, task);
            }
        }
    }

    private static PhaseProfile phases(Optional<URI> admin) throws IOException, InterruptedException {
        return admin.isPresent() ? PhaseProfile.read(admin.get()) : PhaseProfile.NONE;
    }
}
