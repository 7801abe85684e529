package dev.medley.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Loop;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is read, its exchange carried out and its reply written by one thread, the loop. */
class LoopsTest {

    private static final int REQUESTS = 40;
    private static final int CLIENTS = 150;
    private static final int PATIENCE_MILLIS = 5000;

    private final PartnerStubs stubs = PartnerStubs.builder().start();
    private final WhereServlet where = new WhereServlet();

    @AfterEach
    void close() {
        stubs.close();
    }

    @Test
    void composeAndTheCallbacksOfExchangesRunOnTheLoop() throws Exception {
        try (RunningServer server = start(1)) {
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(Replies.get(server.uri(), "/where?n=" + i).statusCode())
                        .isEqualTo(200);
            }
        }
        assertThat(where.threads).hasSize(1);
    }

    @Test
    void withoutLoopsSelectorsHandOver() throws Exception {
        try (RunningServer server = start(0)) {
            assertThat(Replies.get(server.uri(), "/where?n=0").statusCode()).isEqualTo(200);
            assertThat(server.broker().pool().loops()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void requestsThatAClientSendsAtOnceAreAnsweredInOrder(int loops) throws Exception {
        try (RunningServer server = start(loops);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < REQUESTS; i++) {
                requests.append("GET /where?n=").append(i).append(" HTTP/1.1\r\nHost: a\r\n");
                requests.append(i == REQUESTS - 1 ? "Connection: close\r\n\r\n" : "\r\n");
            }
            client.getOutputStream().write(requests.toString().getBytes(ISO_8859_1));
            String replies = new String(client.getInputStream().readAllBytes(), ISO_8859_1);
            int from = 0;
            for (int i = 0; i < REQUESTS; i++) {
                from = replies.indexOf("reply to " + i + ";", from);
                assertThat(from).as("the reply to request %d in %s", i, replies).isNotNegative();
            }
        }
    }

    @Test
    void aRequestInPiecesIsReadAsItComes() throws Exception {
        try (RunningServer server = start(1);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.setTcpNoDelay(true);
            for (char next : "GET /where?n=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".toCharArray()) {
                client.getOutputStream().write(next);
                client.getOutputStream().flush();
            }
            assertThat(new String(client.getInputStream().readAllBytes(), ISO_8859_1))
                    .contains("reply to 1;");
        }
    }

    @Test
    void theConnectionOfARequestWhosePartnerRefusesServesTheNext() throws Exception {
        try (RunningServer server = start(1);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            stubs.close();
            client.setSoTimeout(PATIENCE_MILLIS);
            String requests = "GET /where?n=0 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(REQUESTS)
                    + "GET /where?n=0 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(requests.getBytes(ISO_8859_1));
            assertThat(new String(client.getInputStream().readAllBytes(), ISO_8859_1).split("HTTP/1.1 502 ", -1))
                    .hasSize(REQUESTS + 2);
        }
    }

    @Test
    void anIdleLoopReleasesThePortWhenTheDrainBegins() throws Exception {
        try (HeldPartner partner = HeldPartner.start();
                RunningServer server = start(1, partner.uri().toString())) {
            int port = server.port();
            CompletableFuture<HttpResponse<String>> inFlight = Replies.getLater(server.uri(), "/where?n=0");
            partner.awaitRequest();
            CompletableFuture<Void> closing = OwnThread.run(server::close);

            await().until(() -> !Listening.on(port));

            assertThat(inFlight).isNotDone();
            partner.release();
            assertThat(inFlight.join().statusCode()).isEqualTo(200);
            closing.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void aClientThatPipelinesDoesNotKeepTheOthersWaitingForItsLastRequest() throws Exception {
        CallingServlet calling = new CallingServlet();
        try (RunningServer server = start(1, calling);
                Socket pipelining = connect(server);
                Socket patient = connect(server)) {
            // Its connection is open, and the loop waits for its next request.
            request(patient, "/calling?n=first");
            assertThat(patient.getInputStream().read()).isEqualTo('H');
            calling.atTheFirstOf("pipelined", () -> request(patient, "/calling?n=patient"));

            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < REQUESTS; i++) {
                requests.append("GET /calling?n=pipelined HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            pipelining.getOutputStream().write(requests.toString().getBytes(ISO_8859_1));

            await().until(() -> calling.called.size() == REQUESTS + 2);
            assertThat(calling.called.indexOf("patient")).isLessThan(REQUESTS / 2);
        }
    }

    @Test
    void whatHasBegunComesBeforeTheRequestsOfManyClientsAtOnce() throws Exception {
        CallingServlet calling = new CallingServlet();
        List<Socket> clients = new ArrayList<>();
        try (RunningServer server = start(1, calling)) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(connect(server));
            }
            for (Socket client : clients) {
                request(client, "/calling?n=first");
                assertThat(client.getInputStream().read()).isEqualTo('H');
            }
            // The loop is busy until all have sent, and finds them at its next look.
            calling.atTheFirstOf("busy", () -> clients.forEach(client -> request(client, "/calling?n=many")));
            calling.atTheFirstOf(
                    "many", () -> requireNonNull(Loop.current()).execute(() -> calling.called.add("begun")));
            try (Socket busy = connect(server)) {
                request(busy, "/calling?n=busy");
                await().until(() -> Collections.frequency(calling.called, "many") == CLIENTS);
            }
            assertThat(calling.called.indexOf("begun") - calling.called.indexOf("many"))
                    .isPositive()
                    .isLessThan(CLIENTS / 2);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aBodyThatTheMashupDoesNotReadLeavesTheConnectionForTheNextRequest(int loops) throws Exception {
        CallingServlet calling = new CallingServlet();
        try (RunningServer server = start(loops, calling);
                Socket client = connect(server)) {
            calling.atTheFirstOf("late", () -> send(client, "hello"));

            send(client, "POST /calling?n=late HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
            await().until(() -> calling.called.contains("late"));
            send(client, "GET /calling?n=next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

            assertThat(new String(client.getInputStream().readAllBytes(), ISO_8859_1))
                    .contains("reply to late;", "reply to next;");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aBodyThatComesAfterTheReplyEndsTheConnectionInOrder(int loops) throws Exception {
        try (RunningServer server = start(loops, new CallingServlet());
                Socket client = connect(server)) {
            send(client, "POST /calling?n=late HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
            assertThat(client.getInputStream().read()).isEqualTo('H');
            send(client, "hello");

            assertThat(new String(client.getInputStream().readAllBytes(), ISO_8859_1))
                    .contains("Connection: close", "reply to late;");
        }
    }

    @Test
    void requestsThatTheirClientResetsEndOnTheLoopAndTakeNoOtherThread() throws Exception {
        WaitingServlet waiting = new WaitingServlet();
        try (RunningServer server = builder(1).mashup(waiting).start();
                Http2Wire client = Http2Wire.plain(server.port())) {
            for (int i = 0; i < REQUESTS; i++) {
                client.get(2 * i + 1, "/waiting");
            }
            client.flush();
            await().until(() -> waiting.begun.size() == REQUESTS);
            for (int i = 0; i < REQUESTS; i++) {
                client.send(Http2Wire.RST_STREAM, 0, 2 * i + 1, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
            }
            client.flush();
            await().until(() -> waiting.ended.size() == REQUESTS);
        }
        assertThat(Set.copyOf(waiting.ended)).hasSize(1).containsAll(waiting.begun);
    }

    @Test
    void requestsWhoseConnectionOfHttp2EndsDoSoToo() throws Exception {
        WaitingServlet waiting = new WaitingServlet();
        try (RunningServer server = builder(1).mashup(waiting).start()) {
            try (Http2Wire client = Http2Wire.plain(server.port())) {
                for (int i = 0; i < REQUESTS; i++) {
                    client.get(2 * i + 1, "/waiting");
                }
                client.flush();
                await().until(() -> waiting.begun.size() == REQUESTS);
            }
            await().until(() -> waiting.ended.size() == REQUESTS);
        }
        assertThat(Set.copyOf(waiting.ended)).hasSize(1).containsAll(waiting.begun);
    }

    @Test
    void moreLoopsThanThreadsAreRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ServerBuilder()
                        .port(0)
                        .settings(settings -> settings.threads(8).loops(7))
                        .start())
                .withMessage("server: loops: '7' is too many; expected at most 6, as 2 of the threads must be left for"
                        + " other work");
    }

    @Test
    void inBlockingMoreThreadsMustBeLeftByTheLoops() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ServerBuilder()
                        .port(0)
                        .settings(settings -> settings.execution(ExecutionMode.BLOCKING)
                                .threads(8)
                                .loops(5))
                        .start())
                .withMessage("server: loops: '5' is too many; expected at most 4, as 4 of the threads must be left for"
                        + " other work");
    }

    private RunningServer start(int loops) throws IOException {
        return start(loops, stubs.uri().toString());
    }

    private RunningServer start(int loops, String partner) throws IOException {
        return builder(loops).partner("stub", partner).mashup(where).start();
    }

    private static RunningServer start(int loops, CallingServlet calling) throws IOException {
        return builder(loops).mashup(calling).start();
    }

    private static ServerBuilder builder(int loops) {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.execution(ExecutionMode.ASYNC).loops(loops));
    }

    private static Socket connect(RunningServer server) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
        client.setSoTimeout(PATIENCE_MILLIS);
        return client;
    }

    private static void request(Socket client, String path) {
        send(client, "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    private static void send(Socket client, String text) {
        try {
            client.getOutputStream().write(text.getBytes(ISO_8859_1));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Notes the threads that its code runs on. */
    @WebServlet("/where")
    private static final class WhereServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient Set<Thread> threads = ConcurrentHashMap.newKeySet();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            threads.add(Thread.currentThread());
            return mashup.get("stub", "/partner/0").json().thenApply(document -> {
                threads.add(Thread.currentThread());
                return Reply.text("reply to " + mashup.parameter("n") + ";");
            });
        }
    }

    /** Never replies, and notes the threads on which its requests begin and end. */
    @WebServlet("/waiting")
    private static final class WaitingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient List<Thread> begun = new CopyOnWriteArrayList<>();
        private final transient List<Thread> ended = new CopyOnWriteArrayList<>();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            begun.add(Thread.currentThread());
            mashup.onReplied(end -> ended.add(Thread.currentThread()));
            return new CompletableFuture<>();
        }
    }

    /** Replies at once, and has the test act in the middle of a request. */
    @WebServlet("/calling")
    @MashupMethods({"GET", "POST"})
    private static final class CallingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient List<String> called = new CopyOnWriteArrayList<>();
        private final transient Map<String, Runnable> actions = new ConcurrentHashMap<>();

        void atTheFirstOf(String name, Runnable action) {
            actions.put(name, action);
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            String name = mashup.parameter("n");
            Runnable action = actions.remove(name);
            if (action != null) {
                action.run();
            }
            called.add(name);
            return CompletableFuture.completedFuture(Reply.text("reply to " + name + ";"));
        }
    }
}
