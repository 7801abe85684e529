package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault 38: what a client of a WebSocket must not send ends its session with a code, and no other; nothing stays of it. */
@Timeout(60)
class WebSocketFaultsTest {

    private static final String UPGRADED = "HTTP/1.1 101 Switching Protocols\r\n";
    private static final String MASK = "\0\0\0\0";
    private static final int LARGEST_REQUEST = 128 * 1024;
    private static final int PART = 16 * 1024;
    private static final int PINGS = 50_000;

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

    static Stream<String> modes() {
        return Runtime.version().feature() < 21
                ? Stream.of("async", "blocking")
                : Stream.of("async", "blocking", "virtual");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "without a mask             | 8105 68656C6C6F            | 1002",
                "compressed, unasked        | C185 00000000 68656C6C6F   | 1002",
                "an unknown opcode          | 8385 00000000 68656C6C6F   | 1002",
                "a continuation of nothing  | 8085 00000000 68656C6C6F   | 1002",
                "a ping in parts            | 0985 00000000 68656C6C6F   | 1002",
                "a ping of 126 bytes        | 89FE 007E 00000000         | 1002",
                "not UTF-8                  | 8182 00000000 C328         | 1007",
                "not UTF-8, in a part       | 0181 00000000 FF           | 1007",
                "half a character           | 0181 00000000 C3 8080 00000000 | 1007",
                "too large, by its length   | 81FF 0000000000020001 00000000 | 1009",
                "binary                     | 8281 00000000 00           | 1003",
            })
    void aForbiddenFrameEndsTheSessionWithItsCode(String what, String hex, int code) throws Exception {
        start("async");
        try (ClientSocket client = open()) {
            client.send(new String(HexFormat.of().parseHex(hex.replace(" ", "")), StandardCharsets.ISO_8859_1));
            assertEndsWith(client, code);
        }
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void inEachModeTheSessionEndsAndOthersGoOn(String mode) throws Exception {
        start(mode);
        try (SocketClient other = SocketClient.open(server.uri())) {
            other.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices\"}");
            other.next();
            try (ClientSocket client = open()) {
                client.send("\u0081\5hello");
                assertEndsWith(client, 1002);
            }
            other.send("{\"type\":\"publish\",\"id\":2,\"subject\":\"prices\",\"data\":1}");
            assertThat(Stream.of(other.next(), other.next()).map(each -> each.has("data")))
                    .containsExactlyInAnyOrder(true, false);
        }
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void partsWithoutEndAreBounded(String mode) throws Exception {
        start(mode);
        try (ClientSocket client = open()) {
            String part = "x".repeat(PART);
            client.send("\1\u00FE" + length(PART) + MASK + part);
            for (int sent = PART; sent < LARGEST_REQUEST; sent += PART) {
                client.send("\0\u00FE" + length(PART) + MASK + part);
            }
            client.send("\0\u0081" + MASK + "x");
            assertEndsWith(client, 1009);
        }
        assertNothingIsLeft();
    }

    /** The pongs wait for a client that does not read them; then it is not read any more. */
    @ParameterizedTest
    @MethodSource("modes")
    void pingsAreAnsweredAndAFloodOfThemHoldsUpItsClientOnly(String mode) throws Exception {
        start(mode);
        try (ClientSocket client = open()) {
            client.send("\u0089\u0082" + MASK + "hi");
            assertThat(client.readUntil("hi")).isEqualTo("\u008A\2hi");
            client.send(("\u0089\u00FD" + MASK + "p".repeat(125)).repeat(100));
            for (int i = 0; i < 100; i++) {
                assertThat(client.readUntil("p".repeat(125))).isEqualTo("\u008A\175" + "p".repeat(125));
            }
        }
        try (ClientSocket flood = open()) {
            Thread sender = new Thread(() -> flood(flood), "flood");
            sender.start();
            for (int i = 0; i < 20; i++) {
                assertThat(Replies.get(server.uri(), "/topics/prices").statusCode())
                        .isEqualTo(200);
            }
            flood.reset();
            sender.join();
        }
        assertNothingIsLeft();
    }

    private static void flood(ClientSocket client) {
        String pings = ("\u0089\u00FD" + MASK + "p".repeat(125)).repeat(100);
        try {
            for (int i = 0; i < PINGS / 100; i++) {
                client.send(pings);
            }
        } catch (IOException x) {
            // The test has reset the connection: the server took no more of it.
            assertThat(client.socket().isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sec-WebSocket-Version: 13        | Sec-WebSocket-Version: 12              | 400",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== | Sec-WebSocket-Key: c2hvcnQ= | 400",
                "Connection: Upgrade              | Connection: keep-alive                 | 400",
                "Origin: http://localhost         | Origin: http://evil.example            | 403",
                "Origin: http://localhost         | Origin: null                           | 403",
            })
    void aHandshakeThatIsWrongUpgradesNothing(String right, String wrong, int status) throws Exception {
        start("async");
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send(handshake().replace(right, wrong));
            assertThat(client.status()).isEqualTo(status);
        }
        assertNothingIsLeft();
    }

    /** A message that says it is compressed is refused, so that nothing is unpacked. */
    @ParameterizedTest
    @ValueSource(
            strings = {"permessage-deflate", "permessage-deflate; client_max_window_bits", "x-webkit-deflate-frame"})
    void compressionIsNotAgreedOn(String extension) throws Exception {
        start("async");
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send(handshake().replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: " + extension + "\r\n\r\n"));
            assertThat(client.readUntil("\r\n\r\n")).startsWith(UPGRADED).doesNotContain("Sec-WebSocket-Extensions");
            client.send("\u00C1\u0085" + MASK + "bombs");
            assertEndsWith(client, 1002);
        }
        assertNothingIsLeft();
    }

    private ClientSocket open() throws Exception {
        ClientSocket client = ClientSocket.to(server);
        client.send(handshake());
        assertThat(client.readUntil("\r\n\r\n")).startsWith(UPGRADED);
        return client;
    }

    /** It has got a close frame, and does not close the connection. */
    @Test
    void aClientThatGoesOnSendingBehindTheEndIsCutOff() throws Exception {
        rig.write(", sessions: {heartbeat: 1s}", "");
        rig.append("topics: {prices: {public: true}}\n");
        server = rig.start();
        try (ClientSocket client = open()) {
            client.send("\u0081\5hello");
            assertEndsWith(client, 1002);
            Scene.eventually().until(() -> {
                try {
                    client.send("\u0089\u0080" + MASK);
                    return false;
                } catch (SocketException x) {
                    return true;
                }
            });
        }
    }

    private String handshake() {
        return """
                GET /topics HTTP/1.1\r
                Host: localhost\r
                Connection: Upgrade\r
                Upgrade: websocket\r
                Origin: http://localhost\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                \r
                """;
    }

    private static String length(int bytes) {
        return new String(new char[] {(char) (bytes >> 8), (char) (bytes & 0xFF)});
    }

    /** A close frame, and the end of the connection. */
    private static void assertEndsWith(ClientSocket client, int code) throws Exception {
        String end = client.readToEnd();
        assertThat(end).hasSizeGreaterThan(3);
        assertThat(end.charAt(0)).isEqualTo('\u0088');
        assertThat((end.charAt(2) << 8) + end.charAt(3)).isEqualTo(code);
    }

    private void assertNothingIsLeft() throws Exception {
        Scene.eventually().untilAsserted(() -> {
            PrometheusPage page = PrometheusPage.parse(
                    Replies.get(server.adminUri(), "/metrics").body().getBytes(StandardCharsets.UTF_8));
            assertThat(page.value("medley_topics_sessions", "kind=websocket")).isZero();
            assertThat(page.value("medley_topics_subscriptions", "topic=prices"))
                    .isZero();
        });
        try (EventClient stream = EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices")) {
            assertThat(stream.next()).containsKey("id");
        }
    }

    private void start(String mode) throws Exception {
        rig.write(", execution: " + mode, "");
        rig.append("topics: {prices: {public: true, publish: {anybody: true}}}\n");
        server = rig.start();
    }
}
