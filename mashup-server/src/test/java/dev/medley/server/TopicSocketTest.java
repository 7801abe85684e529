package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.server.internal.lifecycle.RunningServer;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Topics over WebSocket. */
@Timeout(60)
class TopicSocketTest {

    private static final String TOPICS = """
            topics:
              prices: {public: true, messages: 5, publish: {anybody: true}}
              inside: {public: true}
              closed: {publish: {anybody: true}}
            """;

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @SuppressWarnings("NullAway.Init") // each test starts one
    private RunningServer server;

    @BeforeEach
    void create() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"async", "blocking"})
    void aSubscriptionHasWhatIsPublishedBehindIt(String mode) throws Exception {
        start(mode);
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.*\"}");
            JsonNode begun = client.next();
            assertThat(begun.get("type").asString()).isEqualTo("subscribed");
            client.send("{\"type\":\"publish\",\"id\":7,\"subject\":\"prices.eur\",\"data\":{\"rate\":1.5}}");
            JsonNode first = client.next();
            JsonNode second = client.next();
            JsonNode published = first.has("type") ? first : second;
            JsonNode message = first.has("type") ? second : first;
            assertThat(published.get("type").asString()).isEqualTo("published");
            assertThat(published.get("id").asInt()).isEqualTo(7);
            assertThat(message.get("id").asInt()).isEqualTo(1);
            assertThat(message.get("prev")).isEqualTo(begun.get("position"));
            assertThat(message.get("position")).isEqualTo(published.get("position"));
            assertThat(message.get("subject").asString()).isEqualTo("prices.eur");
            assertThat(message.get("data").get("rate").asDouble()).isEqualTo(1.5);
        }
    }

    /** A script in a browser sees no ping of the protocol below. */
    @Test
    void aClientMayAskWhetherTheServerIsThere() throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send("{\"type\":\"ping\"}");
            assertThat(client.nextText()).isEqualTo("{\"type\":\"pong\"}");
        }
    }

    @Test
    void aSubscriptionResumesBehindAPositionOrIsToldOfTheGap() throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            for (int i = 0; i < 8; i++) {
                publish(client, i);
            }
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.eur\",\"after\":\"earliest\"}");
            String position = client.next().get("position").asString();
            for (int i = 3; i < 8; i++) {
                assertThat(client.next().get("data").asInt()).isEqualTo(i);
            }
            client.send("{\"type\":\"unsubscribe\",\"id\":1}");
            assertThat(client.next().get("type").asString()).isEqualTo("unsubscribed");
            String old = position.substring(0, position.indexOf(':')) + ":1";
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.eur\",\"after\":\"" + old + "\"}");
            assertThat(client.next().get("position").asString()).isEqualTo(old);
            JsonNode gap = client.next();
            assertThat(gap.get("type").asString()).isEqualTo("gap");
            assertThat(gap.get("first").asString()).endsWith(":4");
            assertThat(client.next().get("data").asInt()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{                                              | 400 | the message is not JSON",
                "{\"id\":1}                                     | 400 | type is missing; expected a text",
                "{\"type\":\"x\",\"id\":1}                      | 400 | the type is unknown; expected subscribe, unsubscribe, acknowledge, publish or ping",
                "{\"type\":\"subscribe\",\"subject\":\"prices\"} | 400 | the id is missing; expected a whole number",
                "{\"type\":\"subscribe\",\"id\":1}              | 400 | subject is missing; expected a text",
                "{\"type\":\"subscribe\",\"id\":1,\"subject\":\"none\"} | 404 | there is no topic none",
                "{\"type\":\"subscribe\",\"id\":1,\"subject\":\"closed\"} | 403 | nobody may subscribe to the topic closed",
                "{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices\",\"after\":\"x\"} | 400 | not a position",
                "{\"type\":\"unsubscribe\",\"id\":1}            | 400 | the id 1 has no subscription",
                "{\"type\":\"publish\",\"id\":1,\"subject\":\"inside\",\"data\":1} | 403 | nobody may publish to the topic inside",
                "{\"type\":\"publish\",\"id\":1,\"subject\":\"prices\"} | 400 | data is missing",
                "{\"type\":\"publish\",\"id\":1,\"subject\":\"prices.*\",\"data\":1} | 400 | a token of a subject",
            })
    void whatCannotBeDoneIsAnErrorAndTheSessionGoesOn(String request, int status, String detail) throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send(request);
            JsonNode error = client.next();
            assertThat(error.get("type").asString()).isEqualTo("error");
            assertThat(error.get("status").asInt()).isEqualTo(status);
            assertThat(error.get("detail").asString()).startsWith(detail);
            publish(client, 1);
        }
    }

    @Test
    void aSubscriptionToATopicThatIsGoneEndsWithAnErrorAndTheSessionGoesOn() throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send("{\"type\":\"subscribe\",\"id\":3,\"subject\":\"inside.a\"}");
            client.next();
            rig.write("", "");
            rig.append(TOPICS.replace("  inside: {public: true}\n", ""));
            ReloadRig.reload(server);
            JsonNode error = client.next();
            assertThat(error.get("id").asInt()).isEqualTo(3);
            assertThat(error.get("status").asInt()).isEqualTo(404);
            assertThat(error.get("detail").asString()).isEqualTo("the topic inside is no longer there");
            publish(client, 1);
        }
    }

    @Test
    void aCloseIsAnsweredAndABinaryMessageIsNotAccepted() throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.socket().sendClose(WebSocket.NORMAL_CLOSURE, "done").join();
            assertThat(client.nextText()).isEqualTo("close 1000");
        }
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.socket().sendBinary(ByteBuffer.wrap(new byte[3]), true).join();
            assertThat(client.nextText()).isEqualTo("close 1003");
        }
    }

    @Test
    void aPageOfAnotherOriginIsRefused() throws Exception {
        start("async");
        assertThatThrownBy(() -> SocketClient.open(server.uri(), "Origin", "http://evil.example"))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(403));
        try (SocketClient client =
                SocketClient.open(server.uri(), "Origin", server.uri().toString())) {
            publish(client, 1);
        }
    }

    @Test
    void aServerThatStopsAsksItsClientsToComeBackAndClosesTheSockets() throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            publish(client, 1);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            assertThat(client.next().get("type").asString()).isEqualTo("reconnect");
            assertThat(client.nextText()).isEqualTo("close 1001");
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aWebSocketIsAStreamOfHttp2() throws Exception {
        start("async");
        try (Http2Wire client = Http2Wire.plain(server.uri().getPort())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            Http2Wire.field(head, ":method", "CONNECT");
            Http2Wire.field(head, ":protocol", "websocket");
            Http2Wire.field(head, ":scheme", "http");
            Http2Wire.field(head, ":path", "/topics");
            Http2Wire.field(head, ":authority", "localhost");
            Http2Wire.field(head, "sec-websocket-version", "13");
            client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, head.toByteArray());
            client.flush();
            // SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441, section 3)
            assertThat(client.await(Http2Wire.SETTINGS).content()).contains("\u0000\u0008\u0000\u0000\u0000\u0001");
            Http2Wire.Frame reply = client.await(Http2Wire.HEADERS);
            assertThat(reply.flags() & Http2Wire.END_STREAM).isZero();
            client.send(Http2Wire.DATA, 0, 1, masked("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.eur\"}"));
            client.flush();
            assertThat(client.await(Http2Wire.DATA).content()).contains("\"type\":\"subscribed\"");
            client.send(Http2Wire.DATA, 0, 1, masked("{\"type\":\"publish\",\"subject\":\"prices.eur\",\"data\":17}"));
            client.flush();
            String both = client.await(Http2Wire.DATA).content()
                    + client.await(Http2Wire.DATA).content();
            assertThat(both).contains("\"type\":\"published\"", "\"data\":17");
            server.close();
            assertThat(client.await(Http2Wire.DATA).content()).contains("\"type\":\"reconnect\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "1.00000000000000000000001",
                "{\"a\":[1E+2,\"}\\\"]\"],\"data\":-0.0}",
                "\"\\ud800\"",
                "[ ]",
                "null",
            })
    void aMessageIsPublishedAsItCame(String data) throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.eur\"}");
            client.next();
            for (String form : new String[] {
                "{\"type\":\"publish\",\"subject\":\"prices.eur\",\"data\":%s}",
                " {\"type\":\"publish\", \"d\\u0061ta\" : %s , \"subject\" : \"prices.eur\" } "
            }) {
                client.send(form.formatted(data));
                String both = client.nextText() + client.nextText();
                assertThat(both).contains("\"subject\":\"prices.eur\",\"data\":" + data + "}");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "null", "1", "\"x\"", " {} ", "{\"id\":1e400,\"type\":\"ping\"}"})
    void whatIsNoRequestIsAnErrorAndTheSessionGoesOn(String request) throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send(request);
            assertThat(client.next().get("status").asInt()).isEqualTo(400);
            publish(client, 1);
        }
    }

    /** Otherwise a client that keeps it, and loses its connection before the gap, would never be told. */
    @Test
    void aSubscriptionOfAnotherEpochHasItsPositionUntilTheGapIsTold() throws Exception {
        start("async");
        try (SocketClient client = SocketClient.open(server.uri())) {
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.eur\",\"after\":\"before:7\"}");
            assertThat(client.next().get("position").asString()).isEqualTo("before:7");
            assertThat(client.next().get("type").asString()).isEqualTo("gap");
        }
    }

    /** Returns a frame of text, shorter than 126 bytes, with a mask of zeros. */
    private static byte[] masked(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(bytes.length + 6)
                .put((byte) 0x81)
                .put((byte) (0x80 | bytes.length))
                .putInt(0)
                .put(bytes)
                .array();
    }

    private static void publish(SocketClient client, int data) throws InterruptedException {
        client.send("{\"type\":\"publish\",\"id\":0,\"subject\":\"prices.eur\",\"data\":%d}".formatted(data));
        assertThat(client.next().get("type").asString()).isEqualTo("published");
    }

    private void start(String mode) throws Exception {
        rig.write(", execution: " + mode, "");
        rig.append(TOPICS);
        server = rig.start();
    }
}
