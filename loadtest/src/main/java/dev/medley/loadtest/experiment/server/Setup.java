package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.report.Facts;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The settings of an experiment.
 *
 * @param quick whether the short form is wanted: the same in small, for a machine that has seconds
 * @param out the folder of the report and of the processes' logs
 * @param progress takes its progress
 * @param command the command line, for the report
 * @param rounds how often an experiment that measures in rounds does so; 0 for its own choice
 */
public record Setup(boolean quick, Path out, Progress progress, String command, int rounds) {

    /** Begins the report. */
    public Report.Builder report(String title, String subtitle) {
        return Report.of(title, Facts.ofThisMachine(Clock.systemUTC()))
                .subtitle(subtitle + (quick ? ", the short form" : ""))
                .command(command);
    }

    /** The folder of the processes' logs, which is there from then on. */
    public Path logs() throws IOException {
        return Files.createDirectories(out.resolve("logs"));
    }
}
