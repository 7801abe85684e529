package dev.medley.loadtest.experiment;

import dev.medley.loadtest.report.Report;
import java.io.IOException;

/** One of the experiments. */
interface Experiment {

    /** Runs it. Whether what it asserts held, its verdicts say. */
    Report run(Setup setup) throws IOException, InterruptedException;
}
