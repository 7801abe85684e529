package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.BrokerPool;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A mashup is moved ten times between loops, pool and virtual threads while its requests run. */
class MovedUnderLoadTest {

    private static final int MOVES = Integer.getInteger("medley.moves", 10);
    private static final int CLIENTS_OF_EACH = 4;
    private static final int SIZE = 300_000;
    private static final int SHOWN = 300;

    private final PartnerStubs partner = PartnerStubs.builder().recorded(0).start();
    private final MovedServlet moved = new MovedServlet();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<AtomicLong> replies = new ArrayList<>();

    @TempDir
    private Path folder;

    private ReloadRig rig;

    /** What moves the mashup. */
    private enum Way {
        OPERATOR("operator"),
        /** In a server that keeps its mashups. */
        RELOAD("configuration"),
        /** In a server that can replace its mashups. */
        RELOAD_WITH_OTHER_MASHUPS("configuration");

        private final String decidedBy;

        Way(String decidedBy) {
            this.decidedBy = decidedBy;
        }
    }

    @BeforeEach
    void open() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
        partner.close();
    }

    private RunningServer start(Way way) throws IOException {
        write();
        return way == Way.RELOAD_WITH_OTHER_MASHUPS
                ? rig.start(new ServerBuilder()
                        .mashups(configuration ->
                                OpenMashups.of(List.of(moved), MashupFolder.none(), DeclaredMashups.none())))
                : rig.start(moved);
    }

    private void write() throws IOException {
        rig.write(", loops: 2, threads: 16", "  partner: {%s}\n".formatted(ReloadRig.at(partner)));
    }

    private void move(RunningServer server, Way way, String place) throws Exception {
        if (way == Way.OPERATOR) {
            HttpResponse<String> reply =
                    ReloadRig.post(server.adminUri().resolve("/mashups/move?mashup=/moved&to=" + place));
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        } else {
            write();
            rig.append("mashups: {/moved: {execution: %s}}\n".formatted(place));
            assertThat(ReloadRig.reload(server).changed()).containsExactly("mashups./moved.execution");
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void noRequestFailsAndEachRunsToItsEnd(Way way) throws Exception {
        RunningServer server = start(way);
        List<String> places =
                BrokerPool.virtualThreadsAvailable() ? List.of("pool", "virtual", "async") : List.of("pool", "async");
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS_OF_EACH; i++) {
            clients.add(client(server, "/moved?kind=exchanges", null));
            clients.add(client(server, "/moved?kind=chain", null));
            clients.add(client(server, "/moved?kind=stream", null));
            clients.add(client(server, "/moved?kind=length", "x".repeat(SIZE)));
        }
        for (int i = 0; i < MOVES; i++) {
            awaitRepliesToAll();
            move(server, way, places.get(i % places.size()));
        }
        awaitRepliesToAll();
        over.set(true);
        for (CompletableFuture<Void> client : clients) {
            client.get(30, TimeUnit.SECONDS);
        }

        assertThat(failures).isEmpty();
        assertThat(moved.places).containsExactlyInAnyOrderElementsOf(places);
        soon().untilAsserted(() -> assertThat(inFlight(server)).isZero());
        assertThat(Replies.get(server.adminUri(), "/metrics").body().lines())
                .filteredOn(line -> line.startsWith("medley_mashup_moves_total"))
                .extracting(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .satisfies(counts -> assertThat(
                                counts.stream().mapToDouble(count -> count).sum())
                        .isEqualTo(MOVES));
        JsonNode status = Replies.json(Replies.get(server.adminUri(), "/status"))
                .path("mashups")
                .path("/moved");
        assertThat(status.path("decidedBy").stringValue()).isEqualTo(way.decidedBy);
        assertThat(status.path("execution").stringValue()).isEqualTo(places.get((MOVES - 1) % places.size()));
        assertThat(moved.ends.get())
                .as("listeners that were called twice, or not at all")
                .isEqualTo(moved.begun.get());
    }

    private static int inFlight(RunningServer server) {
        return Replies.json(Replies.get(server.adminUri(), "/status"))
                .path("inbound")
                .path("inFlight")
                .intValue();
    }

    private void awaitRepliesToAll() {
        long[] before = replies.stream().mapToLong(AtomicLong::get).toArray();
        soon().until(() -> {
            boolean all = true;
            for (int i = 0; i < before.length; i++) {
                all &= replies.get(i).get() >= before[i] + 2;
            }
            return all || !failures.isEmpty();
        });
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(2));
    }

    /** Asks again and again. */
    private CompletableFuture<Void> client(RunningServer server, String path, @Nullable String body) {
        AtomicLong count = new AtomicLong();
        replies.add(count);
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path));
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(body));
        }
        HttpRequest made = request.build();
        return OwnThread.call(() -> {
            while (!over.get()) {
                try {
                    HttpResponse<String> reply = client.send(made, HttpResponse.BodyHandlers.ofString());
                    String text = reply.body();
                    if (reply.statusCode() != 200 || !isWhole(path, text)) {
                        failures.add(path + " " + reply.statusCode() + " "
                                + text.substring(0, Math.min(SHOWN, text.length())));
                    }
                } catch (IOException x) {
                    failures.add(path + " " + x);
                }
                count.incrementAndGet();
            }
            return null;
        });
    }

    private static boolean isWhole(String path, String body) {
        return switch (path.substring(path.indexOf('=') + 1)) {
            case "exchanges" -> body.equals("ended 3");
            case "chain" -> body.equals("chain of 3");
            case "stream" -> body.length() == SIZE;
            default -> body.equals("" + SIZE);
        };
    }

    /** Has exchanges with listeners, exchanges one after another, streams a reply, or reads a body. */
    @WebServlet("/moved")
    @MashupMethods({"GET", "POST"})
    private static final class MovedServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient Set<String> places = ConcurrentHashMap.newKeySet();
        private final transient AtomicLong begun = new AtomicLong();
        private final transient AtomicLong ends = new AtomicLong();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            note();
            return switch (mashup.parameter("kind")) {
                case "exchanges" -> exchanges(mashup);
                case "chain" -> chain(mashup, 1);
                case "stream" -> mashup.stream("partner", "/bytes?size={size}", SIZE);
                default ->
                    mashup.requestBody().thenApply(body -> {
                        note();
                        return Reply.text("" + body.length());
                    });
            };
        }

        private CompletionStage<Reply> exchanges(Mashup mashup) {
            AtomicLong ended = new AtomicLong();
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            for (int i = 0; i < 3; i++) {
                begun.incrementAndGet();
                mashup.exchange("partner")
                        .get("/partner/{i}?delay={delay}", i, 10 * i)
                        .listener(new ExchangeListener() {
                            @Override
                            public void onEnded(Exchange exchange, Outcome outcome) {
                                note();
                                ends.incrementAndGet();
                                if (ended.incrementAndGet() == 3) {
                                    reply.complete(Reply.text("ended 3"));
                                }
                            }
                        })
                        .start();
            }
            return reply;
        }

        private CompletionStage<Reply> chain(Mashup mashup, int number) {
            return mashup.get("partner", "/partner/{i}?delay=5", number).json().thenCompose(json -> {
                note();
                return number == 3
                        ? CompletableFuture.completedStage(Reply.text("chain of 3"))
                        : chain(mashup, number + 1);
            });
        }

        private void note() {
            places.add(BrokerPool.onVirtualThread() ? "virtual" : isInShare() ? "pool" : "async");
        }

        private static boolean isInShare() {
            return StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().endsWith(".BoundedExecutor")));
        }
    }
}
