package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Bodies that take long on their way through: as fast as the slower side, and no longer than they may. */
@ParameterizedClass
@MethodSource("modes")
class PassedTransferTest {

    private static final int MIB = 1 << 20;
    private static final int SIZE = 64 * MIB;
    /** What buffers of the operating system hold on the way, not those that Medley would. */
    private static final int UNDER_WAY = 24 * MIB;

    private static final String MASHUPS = """
              /api/*: {pass: {partner: api}}
              /file/{name}:
                exchanges: {file: {partner: api, path: '/{$request.path.name}'}}
                reply: {pass: file}
            """;

    private final ExecutionMode mode;

    PassedTransferTest(ExecutionMode mode) {
        this.mode = mode;
    }

    static Stream<ExecutionMode> modes() {
        return GalleryRig.modes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/x", "/file/x"})
    void aDownloadIsNoFasterThanItsClient(String path) throws Exception {
        try (ServerSocketChannel port = ServerSocketChannel.open()) {
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:" + port.socket().getLocalPort();
            try (PassRig rig = new PassRig(mode, MASHUPS, "", Map.of("partners.api.url", url));
                    ClientSocket client = rig.client()) {
                client.send(ClientSocket.get(path));
                try (SocketChannel api = port.accept()) {
                    readHead(api);
                    write(api, "HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n");
                    Flood download = Flood.start(api, SIZE);
                    assertThat(client.status()).isEqualTo(200);
                    await().until(download::stalled);

                    InputStream body = client.socket().getInputStream();
                    for (int read = 0; read < SIZE; read += MIB) {
                        assertThat(download.sent()).isLessThan(read + UNDER_WAY);
                        assertThat(body.readNBytes(MIB)).hasSize(MIB);
                    }
                }
                awaitNothingLeft(rig);
            }
        }
    }

    @Test
    void anUploadIsNoFasterThanItsPartner() throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS);
                SocketChannel client = SocketChannel.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.server.port()))) {
            write(client, "PUT /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + SIZE + "\r\n\r\n");
            Flood upload = Flood.start(client, SIZE);
            PartnerByHand.Connection api = rig.partner.accept();
            assertThat(api.readHead()).contains("Content-Length: " + SIZE + "\r\n");
            await().until(upload::stalled);

            for (int read = 0; read < SIZE; read += MIB) {
                assertThat(upload.sent()).isLessThan(read + UNDER_WAY);
                assertThat(api.read(MIB)).hasSize(MIB);
            }
            api.send("HTTP/1.1 204 No Content\r\n\r\n");
            awaitNothingLeft(rig);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "partners.api.timeout, 300ms, failed, timeout",
        "server.deadline, 300ms, unfinished,",
    })
    void aDownloadThatTakesTooLongIsBrokenOffAndKept(String key, String time, String outcome, String cause)
            throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS, "", Map.of(key, time));
                ClientSocket client = rig.client()) {
            client.send(ClientSocket.get("/api/x"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf");

            assertThat(client.readUntilReset()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nhalf");
            api.awaitClosed();
            JsonNode kept = awaitKept(rig);
            assertThat(kept.path("status").intValue()).isEqualTo(504);
            assertThat(kept.path("exchanges").path(0).path("outcome").stringValue())
                    .isEqualTo(outcome);
            assertThat(kept.path("exchanges").path(0).path("cause").stringValue(""))
                    .isEqualTo(cause == null ? "" : cause);
            awaitNothingLeft(rig);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "partners.api.timeout, partner api: timeout",
        "server.deadline, no reply within the deadline of 300 ms",
    })
    void anUploadThatTakesTooLongIsAProblem(String key, String detail) throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS, "", Map.of(key, "300ms"));
                ClientSocket client = rig.client()) {
            client.send("PUT /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nhalf");
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();

            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 504 ").contains(detail);
            assertThat(api.read(8)).isEqualTo("half");
            awaitNothingLeft(rig);
        }
    }

    @Test
    void aClientThatReadsTooSlowlyIsCutOffAndItsPartnerToo() throws Exception {
        try (ServerSocketChannel port = ServerSocketChannel.open()) {
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:" + port.socket().getLocalPort();
            Map<String, String> settings = Map.of(
                    "partners.api.url", url,
                    "server.clients.min-reply-rate", "100KiB",
                    "server.clients.rate-grace", "200ms");
            try (PassRig rig = new PassRig(mode, MASHUPS, "", settings);
                    ClientSocket client = rig.client()) {
                client.send(ClientSocket.get("/api/x"));
                try (SocketChannel api = port.accept()) {
                    readHead(api);
                    write(api, "HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n");
                    Flood download = Flood.start(api, SIZE);

                    awaitNothingLeft(rig);
                    assertThat(download.sent()).isLessThan(UNDER_WAY);
                }
                assertThat(client.readToEnd().length()).isLessThan(UNDER_WAY);
            }
        }
    }

    @Test
    void aClientThatSendsTooSlowlyIsToldAndItsPartnerGetsNoWholeRequest() throws Exception {
        Map<String, String> rates =
                Map.of("server.clients.min-request-rate", "100KiB", "server.clients.rate-grace", "200ms");
        try (PassRig rig = new PassRig(mode, MASHUPS, "", rates);
                ClientSocket client = rig.client()) {
            client.send("PUT /api/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n");
            PartnerByHand.Connection api = rig.partner.accept();
            assertThat(api.readHead()).contains("Transfer-Encoding: chunked\r\n");

            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 408 ");
            assertThat(api.read(100)).startsWith("4\r\nhalf").doesNotContain("0\r\n");
            awaitNothingLeft(rig);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 8\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"})
    void aResponseThatBreaksOffIsKept(String broken) throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS);
                ClientSocket client = rig.client()) {
            client.send(ClientSocket.get("/file/x"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.send("HTTP/1.1 200 OK\r\n" + broken);
            assertThat(client.readUntil("half")).startsWith("HTTP/1.1 200 ");
            api.close();

            client.readUntilReset();
            JsonNode kept = awaitKept(rig);
            assertThat(kept.path("path").stringValue()).isEqualTo("/file/x");
            assertThat(kept.path("status").intValue()).isEqualTo(502);
            assertThat(kept.path("exchanges").path(0).path("outcome").stringValue())
                    .isEqualTo("failed");
            assertThat(kept.path("exchanges").path(0).path("phase").stringValue())
                    .isEqualTo("body");
            awaitNothingLeft(rig);
        }
    }

    @Test
    void aClientThatLeavesAmidADownloadIsNoFailure() throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS)) {
            ClientSocket client = rig.client();
            client.send(ClientSocket.get("/api/x"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf");
            client.readUntil("half");
            client.reset();

            api.awaitClosed();
            awaitNothingLeft(rig);
            assertThat(kept(rig)).isEmpty();
        }
    }

    /** Each leaves the connection to the next one. */
    @ParameterizedTest
    @CsvSource({"HEAD, 200 OK", "HEAD, 304 Not Modified", "GET, 304 Not Modified", "GET, 204 No Content"})
    void aResponseWithoutABodyIsComplete(String method, String status) throws Exception {
        int many = 200;
        try (PassRig rig = new PassRig(mode, MASHUPS);
                ClientSocket client = rig.client()) {
            PartnerByHand.Connection api = null;
            for (int i = 0; i < many; i++) {
                client.send(method + " /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
                api = api == null ? rig.partner.accept() : api;
                assertThat(api.readHead()).startsWith(method + " /x ");
                api.send("HTTP/1.1 " + status + "\r\nETag: \"1\"\r\n\r\n");
                assertThat(client.readUntil("\r\n\r\n"))
                        .startsWith("HTTP/1.1 " + status.substring(0, 3))
                        .doesNotContain("Content-Length");
            }
            awaitNothingLeft(rig);
            assertThat(kept(rig)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void aBodyThatIsPassedOnIsSentOnce(String method) throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS, "", Map.of("partners.api.retries", "3"));
                ClientSocket client = rig.client()) {
            client.send(method + " /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody");
            PartnerByHand.Connection first = rig.partner.accept();
            first.readHead();
            assertThat(first.read(4)).isEqualTo("body");
            first.reset();
            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 502 ");
            client.send(ClientSocket.get("/api/next"));

            assertThat(rig.partner.accept().readHead()).startsWith("GET /next ");
        }
    }

    @Test
    void aTransferInFlightIsCompletedByAServerThatStops() throws Exception {
        try (PassRig rig = new PassRig(mode, MASHUPS, "", Map.of("server.drain", "30s"));
                ClientSocket client = rig.client()) {
            client.send(ClientSocket.get("/api/x"));
            PartnerByHand.Connection api = rig.partner.accept();
            api.readHead();
            api.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf");
            client.readUntil("half");
            int port = rig.server.port();
            CompletableFuture<Void> stopped = OwnThread.run(rig.server::close);
            await().until(() -> !accepts(port));
            api.send("done");

            assertThat(client.readUntil("done")).isEqualTo("done");
            stopped.get(30, TimeUnit.SECONDS);
        }
    }

    private static boolean accepts(int port) {
        try (ClientSocket another = ClientSocket.to(port)) {
            return another.socket().isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private static void awaitNothingLeft(PassRig rig) {
        await().untilAsserted(() -> {
            assertThat(rig.server.broker().ledger().totals().inFlight()).isZero();
            assertThat(Replies.get(rig.server.adminUri(), "/metrics").body())
                    .doesNotContainPattern("medley_permits_used\\{[^}]*} [1-9]")
                    .containsPattern("medley_requests_in_flight 0\\.0");
        });
    }

    private static JsonNode kept(PassRig rig) {
        return Replies.json(Replies.get(rig.server.adminUri(), "/manifests")).path("replies");
    }

    private static JsonNode awaitKept(PassRig rig) {
        await().until(() -> !kept(rig).isEmpty());
        return kept(rig).path(0);
    }

    private static void readHead(SocketChannel from) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(MIB);
        while (!new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) {
            assertThat(from.read(buffer)).isPositive();
        }
    }

    private static void write(SocketChannel to, String text) throws IOException {
        to.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
