package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.report.Report;
import java.io.IOException;

/** One of the experiments. */
public interface Experiment {

    /** Runs it. Whether what it asserts held, its verdicts say. */
    Report run(Setup setup) throws IOException, InterruptedException;
}
