package dev.medley.loadtest.jmeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * One run of a plan by JMeter, in a process of its own that ends with this object, or with this JVM.
 *
 * <pre>{@code
 * try (JMeterRun run = JMeterRun.of(JMeterHome.find(null), JMeterPlan.CLOSED_LOOP)
 *         .property("users", 50)
 *         .property("seconds", 60)
 *         .warmUp(Duration.ofSeconds(10))
 *         .start()) {
 *     JMeterResult result = run.await();
 * }
 * }</pre>
 *
 * <p>One thread awaits, once; any thread may close.
 */
public final class JMeterRun implements AutoCloseable {

    private static final Duration REPORT_EVERY = Duration.ofSeconds(1);

    private final RunDirectory directory;
    private final JMeterProcess process;
    private final Duration warmUp;
    private final Consumer<JMeterProgress> progress;
    private final JMeterSamples samples = new JMeterSamples();
    private volatile boolean closed;

    private JMeterRun(RunDirectory directory, JMeterProcess process, Builder builder) {
        this.directory = directory;
        this.process = process;
        warmUp = builder.warmUp;
        progress = builder.progress;
    }

    /** Begins a run of one of Medley's plans. */
    public static Builder of(JMeterHome home, JMeterPlan plan) {
        return new Builder(home, directory -> plan.copyTo(directory.path()));
    }

    /**
     * Begins a run of any plan.
     *
     * @param plan the file
     */
    public static Builder of(JMeterHome home, Path plan) {
        return new Builder(home, directory -> plan.toAbsolutePath());
    }

    /**
     * Waits for the end of JMeter, and reports the progress on this thread meanwhile.
     *
     * @return the result
     * @throws JMeterException if JMeter failed, was stopped, or did nothing that can be evaluated
     * @throws IOException if its results cannot be read
     * @throws InterruptedException if this thread is interrupted; JMeter is stopped then
     */
    public JMeterResult await() throws IOException, InterruptedException {
        try (ResultsFile results = new ResultsFile(directory.results())) {
            boolean ended;
            do {
                ended = process.waitFor(REPORT_EVERY);
                readOn(results);
            } while (!ended);
        } catch (InterruptedException x) {
            close();
            throw x;
        }
        if (closed) {
            throw new JMeterException("JMeter was stopped before its end");
        }
        if (process.status() != 0) {
            throw new JMeterException(
                    "JMeter failed with exit status " + process.status() + ". " + directory.lastLines());
        }
        if (samples.succeeded() + samples.failed() == 0) {
            throw new JMeterException("JMeter made no request. " + directory.lastLines());
        }
        return samples.result(warmUp);
    }

    private void readOn(ResultsFile results) throws IOException {
        // JMeter takes some seconds to begin.
        if (Files.exists(directory.results())) {
            results.readOn(samples::add);
        }
        progress.accept(new JMeterProgress(samples.succeeded(), samples.failed()));
    }

    /** Stops JMeter if it still runs, and deletes its files. */
    @Override
    public void close() {
        closed = true;
        process.close();
        directory.close();
    }

    /** The folder with the files of the run. */
    Path files() {
        return directory.path();
    }

    /** Returns whether JMeter runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** The choices for a {@link JMeterRun}; each has a default. Not thread-safe. */
    public static final class Builder {

        private final JMeterHome home;
        private final PlanSource plan;
        private final RunProperties properties = new RunProperties();
        private Duration warmUp = Duration.ZERO;
        private Consumer<JMeterProgress> progress = made -> {};

        private Builder(JMeterHome home, PlanSource plan) {
            this.home = home;
            this.plan = plan;
        }

        /** A property of the plan, as {@code -Jname=value} of JMeter's command line. */
        public Builder property(String name, Object value) {
            properties.put(name, value.toString());
            return this;
        }

        /** The time cut off from the beginning of the part that is evaluated; by default none. */
        public Builder warmUp(Duration warmUp) {
            this.warmUp = warmUp;
            return this;
        }

        /**
         * The listener of the progress.
         *
         * @param progress called about once a second, and at the end, by the thread that awaits
         */
        public Builder progress(Consumer<JMeterProgress> progress) {
            this.progress = progress;
            return this;
        }

        /**
         * Starts JMeter.
         *
         * @throws IOException if its files cannot be written or it cannot be started
         */
        public JMeterRun start() throws IOException {
            RunDirectory directory = new RunDirectory();
            try {
                properties.write(directory.properties());
                Path file = plan.file(directory);
                return new JMeterRun(directory, JMeterProcess.start(home, file, directory), this);
            } catch (IOException | RuntimeException x) {
                directory.close();
                throw x;
            }
        }
    }

    /** Where the file of a plan is. */
    private interface PlanSource {

        /** The file, which may be written for the run. */
        Path file(RunDirectory directory) throws IOException;
    }
}
