package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What a line and a span say of a request is what metrics count, also if the reply was cut off after its head: Jetty's status is 200 then. */
class LoggedEndTest {

    private static final HttpClient HTTP_1 =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final HttpClient HTTP_2 =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    private static final byte[] LARGE = new byte[64 << 20];

    private final WrittenLog log = new WrittenLog();
    private final SpanReceiver receiver = open();
    private final Streaming streaming = new Streaming();

    private static SpanReceiver open() {
        try {
            return new SpanReceiver();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    @BeforeAll
    static void sendSoon() {
        System.setProperty("otel.bsp.schedule.delay", "20");
    }

    @AfterAll
    static void sendAsUsual() {
        System.clearProperty("otel.bsp.schedule.delay");
    }

    static Stream<String> modes() {
        return Runtime.version().feature() < 21
                ? Stream.of("async", "blocking")
                : Stream.of("async", "blocking", "virtual");
    }

    @AfterEach
    void close() {
        streaming.publisher.close();
        log.close();
        receiver.close();
    }

    private RunningServer start(String mode, String more) throws Exception {
        String yaml = """
                server: {host: 127.0.0.1, port: 0, execution: %s, admin: {port: 0}, log: {format: json, slow: 150ms}, traces: {endpoint: '%s'}%s}
                """.formatted(mode, receiver.uri(), more);
        return new ServerBuilder()
                .mashup(streaming)
                .mashup(new Large())
                .configuration(ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()))
                .start();
    }

    @WebServlet("/stream")
    private static final class Streaming extends MashupServlet {

        private static final long serialVersionUID = 1;

        private final transient SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.stream("text/plain", subscriber -> {
                publisher.subscribe(subscriber);
                publisher.submit(ByteBuffer.wrap("part".getBytes(StandardCharsets.US_ASCII)));
            }));
        }
    }

    @WebServlet("/large")
    private static final class Large extends MashupServlet {

        private static final long serialVersionUID = 1;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.bytes("application/octet-stream", LARGE));
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aStreamThatFails(String mode) throws Exception {
        try (RunningServer server = start(mode, "");
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/stream")).readUntil("part");
            streaming.publisher.closeExceptionally(new IllegalStateException("broken"));
            client.readUntilReset();

            assertLogged(server, "/stream", 500, "failed");
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aStreamOverHttp2ThatFails(String mode) throws Exception {
        try (RunningServer server = start(mode, "")) {
            CompletableFuture<?> reply = HTTP_2.sendAsync(
                    HttpRequest.newBuilder(server.uri().resolve("/stream")).build(), BodyHandlers.ofString());
            await().until(streaming.publisher::hasSubscribers);
            await().until(() -> streaming.publisher.estimateMaximumLag() == 0);
            streaming.publisher.closeExceptionally(new IllegalStateException("broken"));
            await().until(reply::isDone);

            assertLogged(server, "/stream", 500, "failed");
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aStreamThatTheDeadlineCutsOff(String mode) throws Exception {
        try (RunningServer server = start(mode, ", deadline: 200ms");
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/stream")).readUntil("part");
            client.readUntilReset();

            assertLogged(server, "/stream", 504, "failed");
            JsonNode slow = log.line("dev.medley.slow");
            assertEnd(slow, "/stream", 504, "failed");
            assertThat(slow.path("ms")).isEqualTo(log.line("dev.medley.access").path("ms"));
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aClientThatDoesNotRead(String mode) throws Exception {
        try (RunningServer server = start(mode, ", deadline: 200ms");
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/large")).readUntil("\r\n\r\n");

            assertLogged(server, "/large", 504, "failed");
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aClientThatResetsWithinTheReply(String mode) throws Exception {
        try (RunningServer server = start(mode, "");
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/large")).readUntil("\r\n\r\n");
            client.reset();

            assertLogged(server, "/large", 200, "client_gone");
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aReplyThatIsComplete(String mode) throws Exception {
        try (RunningServer server = start(mode, "")) {
            HTTP_1.send(HttpRequest.newBuilder(server.uri().resolve("/large")).build(), BodyHandlers.discarding());

            assertLogged(server, "/large", 200, "complete");
        }
    }

    private void assertLogged(RunningServer server, String mashup, int status, String outcome) throws Exception {
        assertEnd(log.line("dev.medley.access"), mashup, status, outcome);
        assertThat(log.lines("dev.medley.access")).hasSize(1);
        assertThat(metrics(server))
                .contains("medley_requests_seconds_count{mashup=\"%s\",status=\"%d\"} 1".formatted(mashup, status));
        assertThat(SpanReceiver.attribute(receiver.awaitTrace(span -> true).root(), "http.response.status_code"))
                .isEqualTo(Integer.toString(status));
    }

    private static void assertEnd(JsonNode line, String mashup, int status, String outcome) {
        assertThat(line.path("mashup").asString()).isEqualTo(mashup);
        assertThat(line.path("status").asInt()).isEqualTo(status);
        assertThat(line.path("outcome").asString()).isEqualTo(outcome);
    }

    private static String metrics(RunningServer server) throws IOException, InterruptedException {
        return HTTP_1.send(
                        HttpRequest.newBuilder(server.adminUri().resolve("/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
