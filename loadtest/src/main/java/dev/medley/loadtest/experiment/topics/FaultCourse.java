package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.experiment.server.JavaCommand;
import dev.medley.loadtest.experiment.server.ProgramProcess;
import dev.medley.loadtest.experiment.server.ServerUnderTest;
import dev.medley.loadtest.experiment.server.Setup;
import dev.medley.loadtest.report.Progress;
import dev.medley.loadtest.topics.SubscriberFigures;
import dev.medley.loadtest.topics.SubscriberProgram;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.proxy.ProxyFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Clients that resume while their connections are cut at random, the server drains and starts again, and its topics are reloaded. They come
 * back after 50 to 500 ms, and not when the server asks them to, so that a round takes seconds.
 */
final class FaultCourse {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(3);
    private static final Duration CATCHES_UP_WITHIN = Duration.ofSeconds(60);
    private static final int LOG = 1_000;
    private static final int OTHER_LOG = 700;
    private static final int CUTS = 200;
    private static final int MOST_BYTES = 20_000;
    private static final int OK = 200;

    private final Setup setup;
    private final TopicsPlan.Faults plan;
    private final Random random = new Random(36);
    private final List<ProgramProcess> clients = new ArrayList<>();
    private final HttpClient admin = HttpClient.newHttpClient();

    FaultCourse(Setup setup, TopicsPlan.Faults plan) {
        this.setup = setup;
        this.plan = plan;
    }

    /**
     * What was seen.
     *
     * @param published the last number
     * @param repeatedPosts posts that were sent again
     * @param readings of all clients
     * @param rounds that were done
     */
    record Result(long published, long repeatedPosts, Readings readings, int rounds, boolean caughtUp) {}

    Result run() throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        URI uri = URI.create("http://127.0.0.1:" + port);
        ServerUnderTest server = start(port, 0);
        try (FaultProxy proxy = FaultProxy.to(uri);
                NumberPublisher numbers = new NumberPublisher(uri.resolve("/topics/events.numbers"));
                Progress.Task task = setup.progress().task("faults", plan.rounds())) {
            open("websocket", proxy.port());
            open("sse", proxy.port());
            boolean caughtUp = true;
            for (int round = 1; round <= plan.rounds(); round++) {
                cut(proxy);
                caughtUp &= catchUp(numbers.published());
                reload(server, round % 2 == 0 ? LOG : OTHER_LOG);
                caughtUp &= catchUp(numbers.published());
                server.close();
                server = start(port, round);
                caughtUp &= catchUp(numbers.published() + 1);
                task.advance(1);
            }
            long last = numbers.end();
            caughtUp &= catchUp(last);
            return new Result(last, numbers.repeated(), readings(), plan.rounds(), caughtUp);
        } finally {
            clients.forEach(ProgramProcess::close);
            server.close();
        }
    }

    private ServerUnderTest start(int port, int round) throws IOException, InterruptedException {
        return ServerUnderTest.unsampled(ServerUnderTest.launch(
                setup, "faults-server-" + round, TopicsBench.yaml(port, LOG, ""), List.of("-Xmx1g")));
    }

    private void open(String kind, int port) throws IOException, InterruptedException {
        ProgramProcess process = ProgramProcess.start(
                "faults-" + kind,
                JavaCommand.ofThisClassPath(
                        setup,
                        List.of("-Xmx512m"),
                        SubscriberProgram.class.getName(),
                        List.of("127.0.0.1", String.valueOf(port))),
                setup.logs().resolve("faults-" + kind + ".log"),
                ANSWERS_WITHIN);
        clients.add(process);
        process.command("open %s %d 1 events.numbers reconnect".formatted(kind, plan.clients() / 2));
    }

    /** All connections are reset, and some of those that follow after some bytes. */
    private void cut(FaultProxy proxy) {
        ProxyFault[] cuts = Stream.concat(
                        random.ints(Math.min(CUTS, plan.clients()), 1, MOST_BYTES)
                                .mapToObj(ProxyFault::resetAfter),
                        Stream.of(ProxyFault.none()))
                .toArray(ProxyFault[]::new);
        proxy.script(cuts);
        if (random.nextBoolean()) {
            proxy.reset();
        } else {
            proxy.disconnect();
        }
    }

    private void reload(ServerUnderTest server, int log) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.list(setup.logs())) {
            for (Path each : files.filter(file -> file.getFileName().toString().matches("faults-server-\\d+\\.yaml"))
                    .toList()) {
                String yaml = Files.readString(each);
                Files.writeString(
                        each,
                        yaml.replaceAll("messages: \\d+", "messages: " + log) + "  more" + log + ": {public: true}\n");
            }
        }
        HttpResponse<String> reply = admin.send(
                HttpRequest.newBuilder(server.admin().resolve("/reload"))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (reply.statusCode() != OK) {
            throw new IOException("the server did not reload: " + reply.body());
        }
    }

    /** Waits until all clients have {@code number}. */
    private boolean catchUp(long number) throws IOException, InterruptedException {
        long end = System.nanoTime() + CATCHES_UP_WITHIN.toNanos();
        while (System.nanoTime() - end < 0) {
            long least = Long.MAX_VALUE;
            for (ProgramProcess each : clients) {
                least = Math.min(least, figures(each).least());
            }
            if (least >= number) {
                return true;
            }
            Thread.sleep(50);
        }
        return false;
    }

    private Readings readings() throws IOException, InterruptedException {
        List<SubscriberFigures> all = new ArrayList<>();
        for (ProgramProcess each : clients) {
            all.add(figures(each));
        }
        return new Readings(all);
    }

    private static SubscriberFigures figures(ProgramProcess process) throws IOException, InterruptedException {
        return JSON.treeToValue(process.command("figures"), SubscriberFigures.class);
    }
}
