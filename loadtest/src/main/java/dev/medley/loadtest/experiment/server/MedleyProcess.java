package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of Medley in a process of its own, with the JVM and the JVM options of this one. Ended when closed, and when
 * this process ends.
 */
public final class MedleyProcess implements AutoCloseable {

    private static final String MAIN = "dev.medley.server.internal.cli.Medley";

    private final LoggedProcess process;

    private MedleyProcess(LoggedProcess process) {
        this.process = process;
    }

    /**
     * Starts a command.
     *
     * @param name what it is called in messages, and its log file
     * @param setup where its log file goes, and whether it lives for seconds only
     * @param command the command and its options
     */
    public static MedleyProcess start(String name, Setup setup, List<String> command) throws IOException {
        return start(name, setup, List.of(), command);
    }

    /**
     * As {@link #start(String, Setup, List)}.
     *
     * @param jvm JVM options that win over those of this JVM
     */
    public static MedleyProcess start(String name, Setup setup, List<String> jvm, List<String> command)
            throws IOException {
        return new MedleyProcess(LoggedProcess.start(name, setup, command(setup, jvm, command)));
    }

    /**
     * The command line of a command.
     *
     * @param options JVM options besides those of this JVM
     */
    public static ProcessBuilder command(Setup setup, List<String> options, List<String> command) {
        return JavaCommand.ofThisClassPath(setup, options, MAIN, command);
    }

    /**
     * Waits until something that it has written matches.
     *
     * @param written up to the end of a line, since a line may come in pieces
     */
    public Matcher await(Pattern written) throws IOException, InterruptedException {
        return process.await(written);
    }

    /** Waits at most {@code time} for the end of the process; returns whether it has ended. */
    public boolean awaitEnd(Duration time) throws InterruptedException {
        return process.awaitEnd(time);
    }

    public Path log() {
        return process.log();
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }
}
