package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.experiment.server.JavaCommand;
import dev.medley.loadtest.experiment.server.LiveHeap;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.ProgramProcess;
import dev.medley.loadtest.experiment.server.RunningLoad;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.experiment.server.Taskset;
import dev.medley.loadtest.topics.PublisherFigures;
import dev.medley.loadtest.topics.PublisherProgram;
import dev.medley.loadtest.topics.SubscriberFigures;
import dev.medley.loadtest.topics.SubscriberKind;
import dev.medley.loadtest.topics.SubscriberProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A server with topics, and subscribers and a publisher in processes of their own. */
final class TopicsBench implements AutoCloseable {

    /** Sessions of a process: each needs an open file, of which processes often have 20,000. */
    static final int SESSIONS_A_PROCESS = 10_000;

    /** Streams on a connection of HTTP/2. */
    static final int STREAMS = 1_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(15);
    private static final String CLIENT_HEAP = "-Xmx1g";

    private final Setup setup;
    private final String name;
    private final ServerUnderTest server;
    private final @Nullable Taskset taskset;
    private final List<ProgramProcess> subscribers = new ArrayList<>();
    private @Nullable ProgramProcess publisher;

    private TopicsBench(Setup setup, String name, ServerUnderTest server, @Nullable Taskset taskset) {
        this.setup = setup;
        this.name = name;
        this.server = server;
        this.taskset = taskset;
    }

    /** Starts a server on one core, if cores can be assigned; as below. */
    static TopicsBench startOnOneCore(Setup setup, String name, String yaml, String heap)
            throws IOException, InterruptedException {
        return start(setup, name, yaml, heap, Taskset.find());
    }

    /**
     * Starts a server, on all cores, as the subscribers and the publisher are.
     *
     * @param name of its log
     * @param yaml its configuration
     */
    static TopicsBench start(Setup setup, String name, String yaml, String heap)
            throws IOException, InterruptedException {
        return start(setup, name, yaml, heap, Optional.empty());
    }

    private static TopicsBench start(Setup setup, String name, String yaml, String heap, Optional<Taskset> taskset)
            throws IOException, InterruptedException {
        List<String> jvm = new ArrayList<>(List.of(heap, "-Dmedley.loops.turns=cpu"));
        if (taskset.isPresent()) {
            jvm.add("-XX:ActiveProcessorCount=1");
        }
        ServerUnderTest server = ServerUnderTest.unsampled(ServerUnderTest.launch(setup, name, yaml, jvm));
        TopicsBench bench = new TopicsBench(setup, name, server, taskset.orElse(null));
        if (taskset.isPresent()) {
            taskset.get().holdProcess(server.pid(), taskset.get().first());
        }
        return bench;
    }

    /**
     * The configuration of a server with the topic {@code events}.
     *
     * @param port 0 for any
     * @param messages that its log keeps
     * @param more keys of the server
     */
    static String yaml(int port, int messages, String more) {
        return """
                server:
                  port: %d
                  host: 127.0.0.1
                  admin: {port: 0}
                  execution: async
                  access-log: false
                  idle-timeout: 300s
                  samples: true
                  http2: {max-streams: %d}
                  sessions:
                    max-sessions: 200000
                    max-sessions-per-address: 200000
                    max-subscriptions-per-address: 200000
                    max-log-bytes: 512MiB
                %s
                topics:
                  events: {public: true, publish: {anybody: true}, messages: %d, bytes: 512MiB}
                """.formatted(port, STREAMS, more, messages);
    }

    /**
     * Opens sessions in processes of their own, and returns once they have subscribed.
     *
     * @param seconds over which they connect
     * @param subject may have %d for the number of each
     */
    void open(SubscriberKind kind, int sessions, double seconds, String subject, String... options)
            throws IOException, InterruptedException {
        int each = kind == SubscriberKind.HTTP2 ? sessions : SESSIONS_A_PROCESS;
        List<RunningLoad<Readings>> opening = new ArrayList<>();
        for (int first = 0; first < sessions; first += each) {
            ProgramProcess process = program("subscribers-" + subscribers.size(), SubscriberProgram.class);
            subscribers.add(process);
            String command = "open %s %d %s %s first=%d streams=%d %s"
                    .formatted(
                            kind.name().toLowerCase(Locale.ROOT),
                            Math.min(each, sessions - first),
                            seconds,
                            subject,
                            first,
                            STREAMS,
                            String.join(" ", options));
            opening.add(RunningLoad.start(begun -> () -> new Readings(List.of(figures(process, command.strip())))));
        }
        long begun = 0;
        for (RunningLoad<Readings> load : opening) {
            begun += load.awaitEnd().subscribed();
        }
        if (begun < sessions) {
            throw new IOException("of %d sessions %d have begun: %s"
                    .formatted(sessions, begun, readings().failures()));
        }
    }

    private ProgramProcess program(String program, Class<?> main) throws IOException, InterruptedException {
        URI uri = server.at("/");
        String log = name + "-" + program;
        ProcessBuilder command = JavaCommand.ofThisClassPath(
                setup, List.of(CLIENT_HEAP), main.getName(), List.of(uri.getHost(), String.valueOf(uri.getPort())));
        if (taskset != null) {
            command.command().addAll(0, List.of("taskset", "-c", taskset.others()));
        }
        return ProgramProcess.start(log, command, setup.logs().resolve(log + ".log"), ANSWERS_WITHIN);
    }

    private static SubscriberFigures figures(ProgramProcess process, String command)
            throws IOException, InterruptedException {
        return JSON.treeToValue(process.command(command), SubscriberFigures.class);
    }

    /** Has all subscribers do something, and returns what they have seen. */
    Readings tell(String command) throws IOException, InterruptedException {
        List<SubscriberFigures> figures = new ArrayList<>();
        for (ProgramProcess each : subscribers) {
            figures.add(figures(each, command));
        }
        return new Readings(figures);
    }

    /** Has the subscribers of one call of {@link #open} do something, of fewer than {@link #SESSIONS_A_PROCESS} sessions each. */
    Readings tell(int group, String command) throws IOException, InterruptedException {
        return new Readings(List.of(figures(subscribers.get(group), command)));
    }

    Readings readings() throws IOException, InterruptedException {
        return tell("figures");
    }

    /** Waits until so many messages have come in all, or some seconds are over. */
    Readings await(long messages, Duration longest) throws IOException, InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        Readings now = readings();
        while (now.received() < messages && System.nanoTime() - end < 0) {
            Thread.sleep(50);
            now = readings();
        }
        return now;
    }

    /** Publishes, and returns when all is acknowledged. */
    PublisherFigures publish(String subject, int subjects, double rate, long count, int bytes)
            throws IOException, InterruptedException {
        ProgramProcess program = publisher;
        if (program == null) {
            program = program("publisher", PublisherProgram.class);
            publisher = program;
        }
        PublisherFigures figures = JSON.treeToValue(
                program.command("publish %s %d %s %d %d".formatted(subject, subjects, rate, count, bytes)),
                PublisherFigures.class);
        if (!figures.failures().isEmpty() || figures.acknowledged() < count) {
            throw new IOException(
                    "of %d messages %d are published: %s".formatted(count, figures.acknowledged(), figures.failures()));
        }
        return figures;
    }

    double cpuSeconds() {
        return ProcessFacts.of(server.pid()).cpuSeconds();
    }

    long liveHeap(String when) throws IOException, InterruptedException {
        return LiveHeap.bytes(server.pid(), histogram(when));
    }

    /** The file of a histogram of classes. */
    Path histogram(String when) throws IOException {
        return setup.logs().resolve("%s-heap-%s.txt".formatted(name, when));
    }

    ServerUnderTest server() {
        return server;
    }

    ServerCounts counts() throws IOException, InterruptedException {
        return ServerCounts.of(server);
    }

    @Override
    public void close() {
        subscribers.forEach(ProgramProcess::close);
        if (publisher != null) {
            publisher.close();
        }
        server.close();
    }
}
