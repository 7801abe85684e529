package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import dev.medley.loadtest.experiment.server.JavaCommand;
import dev.medley.loadtest.experiment.server.LoggedProcess;
import dev.medley.loadtest.experiment.server.MashupJar;
import dev.medley.loadtest.experiment.server.MedleyProcess;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.threads.AcceptMutexServer;
import dev.medley.loadtest.threads.FileBytes;
import dev.medley.loadtest.threads.FileMashup;
import dev.medley.loadtest.threads.ThreadPerConnectionServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server in a process of its own, or in some. */
final class RunningServer implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("^listening at (http://\\S+)\\R", Pattern.MULTILINE);
    private static final int IDLE_MILLIS = 15_000;

    /** Else the compiler's threads starve behind those of the requests, and the warm-up takes minutes. */
    private static final String COMPILE_IN_FOREGROUND = "-XX:-BackgroundCompilation";

    private static final String ONE_CORE = "-XX:ActiveProcessorCount=1";
    /** A thread that does not start is one connection less, and not the end of the process. */
    private static final String GO_ON = "-XX:-ExitOnOutOfMemoryError";

    private static final String CONFIGURATION = """
            server:
              port: 0
              host: 127.0.0.1
              admin: {port: 0}
              execution: %s
              access-log: false
              idle-timeout: 300s
            """;

    private final WebServer server;
    private final LoggedProcess process;
    private final Pattern ready;
    private final @Nullable URI fixed;
    private final Thread orphans;
    private volatile List<ProcessHandle> children = List.of();
    private @Nullable URI uri;
    private @Nullable URI admin;

    private RunningServer(WebServer server, LoggedProcess process, Pattern ready, @Nullable URI fixed) {
        this.server = server;
        this.process = process;
        this.ready = ready;
        this.fixed = fixed;
        // If this process ends early, the first process of the server is killed, and would leave its children.
        orphans = new Thread(() -> children.forEach(ProcessHandle::destroyForcibly), "end-children-" + process.pid());
        Runtime.getRuntime().addShutdownHook(orphans);
    }

    /**
     * Starts a server, and does not wait until it is ready.
     *
     * @param oneCore whether it is to be held on one core, for which it sizes its threads
     * @return empty if it is not installed
     */
    static Optional<RunningServer> launch(Setup setup, WebServer server, FileFolder files, boolean oneCore)
            throws IOException {
        if (server.foreign()) {
            return foreign(setup, server, files);
        }
        List<String> options = new ArrayList<>();
        if (!setup.quick()) {
            options.add(COMPILE_IN_FOREGROUND);
        }
        if (oneCore) {
            options.add(ONE_CORE);
        }
        ProcessBuilder command = command(setup, server, options);
        Pattern ready = server.mode().isPresent() ? ServerUnderTest.READY : LISTENING;
        return Optional.of(new RunningServer(server, LoggedProcess.start(server.label(), setup, command), ready, null));
    }

    private static ProcessBuilder command(Setup setup, WebServer server, List<String> options) throws IOException {
        Optional<ExecutionMode> mode = server.mode();
        if (mode.isPresent()) {
            Path file = setup.logs().resolve(server.label() + ".yaml");
            Files.writeString(file, CONFIGURATION.formatted(mode.get().configured()));
            Path mashups = MashupJar.write(
                    setup.out().resolve("mashups"),
                    "medley/loadtest/threads/",
                    "medley/loadtest/mashups/",
                    List.of(FileMashup.class, FileBytes.class));
            return MedleyProcess.command(
                    setup, options, List.of("serve", "--config", file.toString(), "--mashups", mashups.toString()));
        }
        options.add(GO_ON);
        List<String> arguments = new ArrayList<>(List.of("0", Integer.toString(IDLE_MILLIS)));
        boolean pool = server == WebServer.POOL;
        if (pool) {
            arguments.add(Integer.toString(WebServer.POOL_THREADS));
        }
        String main = (pool ? AcceptMutexServer.class : ThreadPerConnectionServer.class).getName();
        return JavaCommand.ofThisClassPath(setup, options, main, arguments);
    }

    private static Optional<RunningServer> foreign(Setup setup, WebServer server, FileFolder files) throws IOException {
        int port = freePort();
        Optional<ProcessBuilder> command = StaticServer.command(server, files.path(), port);
        return command.isEmpty()
                ? Optional.empty()
                : Optional.of(new RunningServer(
                        server,
                        LoggedProcess.start(server.label(), setup, command.get()),
                        StaticServer.ready(server),
                        URI.create("http://127.0.0.1:" + port)));
    }

    /** They cannot choose one themselves, and say which. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Waits until it is ready. */
    void awaitReady() throws IOException, InterruptedException {
        Matcher at = process.await(ready);
        uri = fixed == null ? URI.create(at.group(1)) : fixed;
        admin = server.mode().isPresent() ? URI.create(at.group(2)) : null;
    }

    WebServer server() {
        return server;
    }

    /** The address of the server. */
    URI uri() {
        if (uri == null) {
            throw new IllegalStateException(server.label() + " is not ready yet");
        }
        return uri;
    }

    /** The address of its administration, if it is Medley and ready. */
    Optional<URI> admin() {
        return Optional.ofNullable(admin);
    }

    /** All of its processes. */
    List<Long> pids() {
        children = ProcessHandle.of(process.pid())
                .map(first -> first.descendants().toList())
                .orElse(List.of());
        return Stream.concat(Stream.of(process.pid()), children.stream().map(ProcessHandle::pid))
                .toList();
    }

    /** The sums over its processes. */
    ProcessFacts facts() {
        double cpu = 0;
        double resident = 0;
        double threads = 0;
        double files = 0;
        for (long pid : pids()) {
            ProcessFacts each = ProcessFacts.of(pid);
            cpu += each.cpuSeconds();
            resident += each.residentMegabytes();
            threads += each.threads();
            files += each.files();
        }
        return new ProcessFacts(cpu, resident, threads, files);
    }

    @Override
    public void close() {
        process.close();
        try {
            Runtime.getRuntime().removeShutdownHook(orphans);
        } catch (IllegalStateException x) {
            // This process is ending: the hook is at work.
            return;
        }
    }
}
