package dev.medley.loadtest.jmeter;

import dev.medley.loadtest.process.BoundProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * One run of a plan by JMeter, in a process of its own that ends with this object, or with this JVM.
 *
 * <pre>{@code
 * try (JMeterRun run = JMeterRun.start(home, JMeterRun.CLOSED_LOOP, Map.of("users", 50, "seconds", 60))) {
 *     JMeterResult result = run.await(Duration.ofSeconds(10), ended -> {});
 * }
 * }</pre>
 *
 * <p>One thread awaits, once; any thread may close.
 */
public final class JMeterRun implements AutoCloseable {

    /** The plan with a fixed number of users, each of whom sends the next request after the last response. */
    public static final String CLOSED_LOOP = "closed-loop.jmx";

    private static final long REPORT_EVERY_MILLIS = 1000;

    private final RunDirectory directory;
    private final BoundProcess bound;
    private final JMeterSamples samples = new JMeterSamples();
    private volatile boolean closed;

    private JMeterRun(RunDirectory directory, BoundProcess bound) {
        this.directory = directory;
        this.bound = bound;
    }

    /**
     * Starts JMeter with the Java that this JVM is.
     *
     * @param plan the name of a file in {@code loadtest/plans}
     * @param properties of the plan, as {@code -Jname=value} of JMeter's command line
     * @throws IOException if its files cannot be written or it cannot be started
     */
    public static JMeterRun start(JMeterHome home, String plan, Map<String, ?> properties) throws IOException {
        RunDirectory directory = new RunDirectory();
        try {
            List<String> command = command(home, directory.plan(plan), directory.properties(properties), directory);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.output().toFile());
            return new JMeterRun(directory, BoundProcess.start(builder, directory::close));
        } catch (IOException | RuntimeException x) {
            directory.close();
            throw x;
        }
    }

    private static List<String> command(JMeterHome home, Path plan, Path properties, RunDirectory directory) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-Djava.awt.headless=true",
                // JMeter would otherwise create a folder in the user's home.
                "-Djava.util.prefs.userRoot=" + directory.path(),
                "-jar",
                home.jar().toAbsolutePath().toString(),
                "--nongui",
                "--testfile",
                plan.toString(),
                "--logfile",
                directory.results().toString(),
                "--jmeterlogfile",
                directory.log().toString(),
                "--addprop",
                properties.toString(),
                // Open arrivals have a thread each, and each thread would log four lines.
                "-Lorg.apache.jmeter.threads.JMeterThread=WARN");
    }

    /**
     * Waits for the end of JMeter.
     *
     * @param warmUp the time cut off from the beginning of the part that is evaluated
     * @param progress takes the number of requests that have ended, about once a second and at the end, on this thread
     * @return the result
     * @throws JMeterException if JMeter failed, was stopped, or did nothing that can be evaluated
     * @throws IOException if its results cannot be read
     * @throws InterruptedException if this thread is interrupted; JMeter is stopped then
     */
    public JMeterResult await(Duration warmUp, LongConsumer progress) throws IOException, InterruptedException {
        try {
            awaitEnd(progress);
        } catch (InterruptedException x) {
            close();
            throw x;
        }
        if (closed) {
            throw new JMeterException("JMeter was stopped before its end");
        }
        int status = bound.process().exitValue();
        if (status != 0) {
            throw new JMeterException("JMeter failed with exit status " + status + ". " + directory.lastLines());
        }
        if (samples.count() == 0) {
            throw new JMeterException("JMeter made no request. " + directory.lastLines());
        }
        return samples.result(warmUp);
    }

    private void awaitEnd(LongConsumer progress) throws IOException, InterruptedException {
        if (closed) {
            return;
        }
        // JMeter takes some seconds to begin, and then appends to the file that is there.
        try (InputStream results = Files.newInputStream(directory.results())) {
            boolean ended;
            do {
                ended = bound.process().waitFor(REPORT_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                samples.read(results.readAllBytes());
                progress.accept(samples.count());
            } while (!ended);
        }
    }

    /** Stops JMeter if it still runs, waits for its end even on an interrupted thread, and deletes its files. */
    @Override
    public void close() {
        closed = true;
        bound.process().destroyForcibly().onExit().join();
        bound.release();
        directory.close();
    }

    /** The folder with the files of the run. */
    Path files() {
        return directory.path();
    }

    /** Returns whether JMeter runs. */
    boolean isAlive() {
        return bound.process().isAlive();
    }
}
