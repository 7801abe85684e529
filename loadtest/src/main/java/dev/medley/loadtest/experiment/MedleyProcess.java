package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command of Medley in a process of its own, with the JVM and the JVM options of this one. Ended when closed, and when
 * this process ends.
 */
final class MedleyProcess implements AutoCloseable {

    private static final String MAIN = "dev.medley.server.Medley";
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final int GRACE_SECONDS = 15;
    private static final int OK = 200;

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread atExit;

    private MedleyProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        atExit = new Thread(process::destroyForcibly, "end-" + name);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a command.
     *
     * @param name what it is called in messages, and its log file
     * @param logs the folder of its log file
     * @param command the command and its options
     */
    static MedleyProcess start(String name, Path logs, List<String> command) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmOptions());
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        line.addAll(command);
        Path log = logs.resolve(name + ".log");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new MedleyProcess(name, process, log);
    }

    /** Waits until {@code uri} answers 200. */
    void awaitReady(URI uri) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        long end = System.nanoTime() + READY_WITHIN.toNanos();
        while (System.nanoTime() < end) {
            if (!process.isAlive()) {
                throw new IOException(name + " ended before it was ready: "
                        + Files.readString(log).strip());
            }
            try {
                HttpRequest request =
                        HttpRequest.newBuilder(uri).timeout(READY_WITHIN).build();
                if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK) {
                    return;
                }
            } catch (IOException x) {
                // It does not listen yet; the loop ends with the time, or with the process.
            }
            process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        }
        throw new IOException(name + " was not ready within " + READY_WITHIN.toSeconds() + " s, see " + log);
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException x) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException x) {
            // This process is ending, and the hook has run or is about to: nothing is left to be removed.
        }
    }

    /** Those that this JVM was started with, but for agents and debuggers, of which there can be one. */
    private static List<String> jvmOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"))
                .toList();
    }
}
