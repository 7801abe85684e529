package dev.medley.server.process;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command {@code medley serve} in a process of its own, which the end of a test kills. */
final class ServerProcess implements AutoCloseable {

    /** A bound that no failure reaches, even on a slow machine. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern ADDRESSES = Pattern.compile("Medley answers at (\\S+), administration at (\\S+)");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Process process;
    private final Path output;
    private URI uri = URI.create("");
    private URI adminUri = URI.create("");

    private ServerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts a server, and waits until it answers.
     *
     * @param folder for the output
     * @param configuration the content of the file
     * @param jvmOptions options of the JVM
     */
    static ServerProcess start(Path folder, String configuration, String... jvmOptions) throws IOException {
        return startAfter("", folder, configuration, jvmOptions);
    }

    /** As above, with {@code before} in the shell that starts it, such as {@code ulimit -n 100}. */
    static ServerProcess startAfter(String before, Path folder, String configuration, String... jvmOptions)
            throws IOException {
        Path file = Files.writeString(folder.resolve("medley.yaml"), configuration);
        Path output = Files.createTempFile(folder, "server", ".log");
        List<String> java = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        java.addAll(List.of(jvmOptions));
        java.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), "dev.medley.server.internal.cli.Medley", "serve"));
        java.addAll(List.of("--config", file.toString()));
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", before + "\nexec \"$@\"", "sh"));
        command.addAll(java);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        ServerProcess started = new ServerProcess(process, output);
        started.awaitAddresses();
        return started;
    }

    private void awaitAddresses() {
        await().atMost(PATIENCE)
                .until(() -> !process.isAlive() || ADDRESSES.matcher(output()).find());
        Matcher addresses = ADDRESSES.matcher(output());
        if (!addresses.find()) {
            throw new AssertionError("the server did not start: " + output());
        }
        uri = URI.create(addresses.group(1));
        adminUri = URI.create(addresses.group(2));
    }

    /** Begins a request. */
    CompletableFuture<HttpResponse<String>> get(String path) {
        return CLIENT.sendAsync(HttpRequest.newBuilder(uri.resolve(path)).build(), BodyHandlers.ofString());
    }

    /** Returns the page of administration. */
    String admin(String path) {
        return CLIENT.sendAsync(HttpRequest.newBuilder(adminUri.resolve(path)).build(), BodyHandlers.ofString())
                .join()
                .body();
    }

    int port() {
        return uri.getPort();
    }

    long pid() {
        return process.pid();
    }

    /** Sends a signal of that name, such as {@code TERM}. */
    void signal(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + " has failed");
        }
    }

    /** Waits for the end, and returns the status. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the process has not ended: " + output());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns what it has written so far. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Returns the number of its file descriptors. */
    int descriptors() {
        String[] names = new File("/proc/" + process.pid() + "/fd").list();
        return names == null ? 0 : names.length;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
