package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.process.BoundProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process whose output is in a log file. Ended when closed, and when this process ends. */
public final class LoggedProcess implements AutoCloseable {

    /** Long, because a busy machine takes its time to start a JVM; a process that ends is seen at once. */
    private static final Duration WRITES_WITHIN = Duration.ofMinutes(2);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final String name;
    private final BoundProcess bound;
    private final Process process;
    private final Path log;

    private LoggedProcess(String name, BoundProcess bound, Path log) {
        this.name = name;
        this.bound = bound;
        process = bound.process();
        this.log = log;
    }

    /**
     * Starts a process.
     *
     * @param name the name in messages, and of the log file
     * @param setup the log file goes to its folder
     */
    public static LoggedProcess start(String name, Setup setup, ProcessBuilder command) throws IOException {
        Path log = setup.logs().resolve(name + ".log");
        command.redirectErrorStream(true).redirectOutput(log.toFile());
        return new LoggedProcess(name, BoundProcess.start(command, () -> {}), log);
    }

    /**
     * Waits until something that it has written matches.
     *
     * @param written up to the end of a line, since a line may come in pieces
     */
    public Matcher await(Pattern written) throws IOException, InterruptedException {
        long end = System.nanoTime() + WRITES_WITHIN.toNanos();
        do {
            boolean alive = process.isAlive();
            String text = Files.readString(log, StandardCharsets.ISO_8859_1);
            Matcher matcher = written.matcher(text);
            if (matcher.find()) {
                return matcher;
            }
            if (!alive) {
                throw new IOException(name + " ended before it was ready: " + text.strip());
            }
            process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        } while (System.nanoTime() - end < 0);
        throw new IOException(name + " was not ready within " + WRITES_WITHIN.toSeconds() + " s, see " + log);
    }

    /** Waits at most {@code time} for the end of the process; returns whether it has ended. */
    public boolean awaitEnd(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The file of its output. */
    public Path log() {
        return log;
    }

    /** Its number. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        bound.awaitEnd();
    }
}
