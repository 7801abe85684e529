package dev.medley.loadtest.jmeter;

import dev.medley.loadtest.process.BoundProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** JMeter at work. Thread-safe. */
final class JMeterProcess implements AutoCloseable {

    private final BoundProcess bound;
    private final Process process;

    private JMeterProcess(BoundProcess bound) {
        this.bound = bound;
        process = bound.process();
    }

    /**
     * Starts JMeter with the Java that this JVM is.
     *
     * @param directory of the run; deleted also when this JVM ends
     */
    static JMeterProcess start(JMeterHome home, Path plan, RunDirectory directory) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-Djava.awt.headless=true",
                // It would otherwise make a folder in the user's home.
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
                directory.properties().toString(),
                // Open arrivals are a thread each, and each thread would be worth four lines.
                "-Lorg.apache.jmeter.threads.JMeterThread=WARN");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.path().toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.output().toFile());
        return new JMeterProcess(BoundProcess.start(builder, directory::close));
    }

    /** Waits, but not longer than that, and says whether it has ended. */
    boolean waitFor(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The exit status of a process that has ended. */
    int status() {
        return process.exitValue();
    }

    /** Ends it at once if it still runs, and waits for its end, even on a thread that is interrupted. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        bound.release();
    }
}
