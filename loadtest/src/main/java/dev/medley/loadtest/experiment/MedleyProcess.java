package dev.medley.loadtest.experiment;

import dev.medley.loadtest.process.BoundProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of Medley in a process of its own, with the JVM and the JVM options of this one. Ended when closed, and when
 * this process ends.
 */
final class MedleyProcess implements AutoCloseable {

    private static final String MAIN = "dev.medley.server.Medley";
    private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";
    private static final String SETTINGS = "MEDLEY_";
    private static final Duration WRITES_WITHIN = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final int GRACE_SECONDS = 15;

    private final String name;
    private final BoundProcess bound;
    private final Process process;
    private final Path log;

    private MedleyProcess(String name, BoundProcess bound, Path log) {
        this.name = name;
        this.bound = bound;
        process = bound.process();
        this.log = log;
    }

    /**
     * Starts a command.
     *
     * @param name what it is called in messages, and its log file
     * @param setup where its log file goes, and whether it lives for seconds only
     * @param command the command and its options
     */
    static MedleyProcess start(String name, Setup setup, List<String> command) throws IOException {
        return start(name, setup, List.of(), command);
    }

    /**
     * As {@link #start(String, Setup, List)}.
     *
     * @param jvm JVM options that win over those of this JVM
     */
    static MedleyProcess start(String name, Setup setup, List<String> jvm, List<String> command) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmOptions());
        line.addAll(jvm);
        if (setup.quick()) {
            // In seconds the optimizing compiler only takes processor time from what it is to make fast.
            line.add(FIRST_COMPILER_ONLY);
        }
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        line.addAll(command);
        Path log = setup.logs().resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile());
        withoutSettings(builder.environment());
        return new MedleyProcess(name, BoundProcess.start(builder, () -> {}), log);
    }

    /** Takes out what would win over the configuration that the experiment writes. */
    static void withoutSettings(Map<String, String> environment) {
        environment.keySet().removeIf(variable -> variable.startsWith(SETTINGS));
    }

    /**
     * Waits until something that it has written matches.
     *
     * @param written up to the end of a line, since a line may come in pieces
     */
    Matcher await(Pattern written) throws IOException, InterruptedException {
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
    boolean awaitEnd(Duration time) throws InterruptedException {
        return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    Path log() {
        return log;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException x) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        bound.release();
    }

    /** Those that this JVM was started with, but for agents and debuggers, of which there can be one. */
    private static List<String> jvmOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"))
                .toList();
    }
}
