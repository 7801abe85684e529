package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import jakarta.servlet.annotation.WebServlet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms of requests that are rare: upgrades, other versions, expectations, tunnels. */
class RequestFormsTest {

    private static final String UPGRADE =
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";

    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.accessLog(true))
                .mashup(new EchoServlet())
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    // ---- Upgrades. --------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(
            strings = {
                UPGRADE,
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n",
                "Connection: Upgrade\r\nUpgrade: h2c\r\n",
                "Connection: Upgrade\r\nUpgrade: websocket\r\n",
                "Connection: Upgrade\r\n",
                "Upgrade: h2c\r\n"
            })
    void aRequestToUpgradeIsAnsweredOverHttp11(String fields) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200");
            client.readUntil("GET");
            client.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aRequestToUpgradeKeepsItsBody() throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + "Transfer-Encoding: chunked\r\n\r\n");
            client.send("5\r\nhello\r\n0\r\n\r\n");

            assertThat(client.readUntil("hello")).startsWith("HTTP/1.1 200");
        }
    }

    // ---- Versions. --------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"http/1.1", "Http/1.1", "HTTp/1.0", "http/1.2", "http/2.0"})
    void aVersionInOtherLettersIsRefused(String version) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /echo " + version + "\r\nHost: localhost\r\n\r\n");

            assertThat(client.status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2", "1.9"})
    void aHigherMinorVersionIsServedAsTheHighestKnown(String version) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            for (int i = 0; i < 2; i++) {
                client.send("GET /echo HTTP/" + version + "\r\nHost: localhost\r\n\r\n");
                assertThat(client.readUntil("GET")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.2", "http/1.1", "HTTP/1.1"})
    void aVersionMayComeByteByByte(String version) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("\r\nGET /echo ");
            for (char each : (version + "\r").toCharArray()) {
                client.send(String.valueOf(each));
                // Each byte is to be read by itself.
                arrived(client);
            }
            client.send("\nHost: localhost\r\n\r\n");

            assertThat(client.status()).isEqualTo(version.startsWith("http") ? 400 : 200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.10", "HTTP/1.20", "HTTP/3.0", "HTTP/2.1", "HTTP/1.x", "HTTP/1."})
    void aVersionThatIsNotKnownIsRefused(String version) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /echo " + version + "\r\nHost: localhost\r\n\r\n");

            assertThat(client.status()).isIn(400, 505);
        }
    }

    /** A second client's exchange has the server look at what the first one has sent. */
    private static void arrived(ClientSocket client) throws IOException {
        assertThat(client.socket().isConnected()).isTrue();
        try (ClientSocket other = ClientSocket.to(server)) {
            assertThat(other.send(ClientSocket.get("/echo")).status()).isEqualTo(200);
        }
    }

    // ---- Expectations. ----------------------------------------------------------------------------------------------

    @Test
    void anExpectationOverHttp10IsIgnored() throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /echo HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            arrived(client);
            client.send("hello");

            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200").doesNotContain("100 Continue");
        }
    }

    // ---- HTTP/2. ----------------------------------------------------------------------------------------------------

    @Test
    void aTunnelOverHttp2IsRefusedAndLogged() throws IOException {
        try (LogLines log = LogLines.of("dev.medley.access");
                Http2Wire client = Http2Wire.plain(server.port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            Http2Wire.field(head, ":method", "CONNECT");
            Http2Wire.field(head, ":authority", "localhost:80");
            client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, head.toByteArray());
            client.await(Http2Wire.HEADERS);

            await().untilAsserted(() ->
                    assertThat(log.lines()).anyMatch(line -> line.contains("\"CONNECT localhost:80 HTTP/2.0\" 4")));
        }
    }

    @Test
    void crumbsOfACookieAreOneField() throws IOException {
        try (Http2Wire client = Http2Wire.plain(server.port())) {
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, crumbs("/echo"));

            assertThat(client.awaitBody()).isEqualTo("[a=1; b=2] a=1; b=2 [a=1; b=2] {a=1, b=2}GET");
        }
    }

    @Test
    void crumbsOfACookieAreOneFieldToPartnersOfHttp11AndToExpressions() throws Exception {
        try (PartnerStubs partner = PartnerStubs.builder()
                        .answer("GET", "/one", any -> StubAnswer.json(200, "{}"))
                        .start();
                RunningServer declared = new ServerBuilder()
                        .start(ServerConfiguration.READER.parse(
                                "medley.yaml", """
                        server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false}
                        partners: {a: {url: '%s', pass-headers: [Cookie]}}
                        mashups:
                          /cookies:
                            exchanges: {a: {path: '/one?cookies={$request.headers.cookie}'}}
                            reply: {body: '$string($a) & $request.headers.cookie'}
                        """.formatted(partner.uri()), Map.of(), Map.of()));
                Http2Wire client = Http2Wire.plain(declared.port())) {
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, crumbs("/cookies"));

            assertThat(client.awaitBody()).isEqualTo("\"{}a=1; b=2\"");
            RecordedRequest passed = partner.recorded("GET", "/one").get(0);
            assertThat(passed.headers().get("cookie")).containsExactly("a=1; b=2");
            assertThat(passed.parameter("cookies")).isEqualTo("a=1; b=2");
        }
    }

    private static byte[] crumbs(String path) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(Http2Wire.head("GET", path));
        Http2Wire.field(head, "cookie", "a=1");
        Http2Wire.field(head, "cookie", "b=2");
        return head.toByteArray();
    }

    /** Replies with the cookies in each form, the body, and the method. */
    @WebServlet("/echo")
    @MashupMethods({"GET", "POST"})
    private static final class EchoServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            String cookie = mashup.inbound().header("cookie");
            String cookies = cookie == null
                    ? ""
                    : mashup.inbound().headers("Cookie")
                            + " "
                            + cookie
                            + " "
                            + mashup.inbound().headers().get("Cookie")
                            + " "
                            + mashup.inbound().cookies();
            String method = mashup.inbound().method();
            return mashup.inbound()
                    .body()
                    .thenApply(body -> Reply.text(cookies + new String(body, StandardCharsets.US_ASCII) + method));
        }
    }
}
