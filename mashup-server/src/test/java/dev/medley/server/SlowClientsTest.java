package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that send or read a byte now and then do not keep their connections, in each execution mode. */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class SlowClientsTest {

    private static final Duration SHORT = Duration.ofMillis(250);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration DRIP = Duration.ofMillis(25);
    private static final long RATE = 100;
    private static final int IDLE_CLIENTS = 12;

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final ExecutionMode mode;
    private final int loops;

    SlowClientsTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    @Test
    void aHeadThatDripsEndsItsConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send("GET /length HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
            assertDripIsCut(slow, "x");
            assertOthersAreServed(server);
        }
    }

    @Test
    void emptyLinesBeforeAHeadThatDripEndTheirConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            assertDripIsCut(slow, "\r\n");
        }
    }

    @Test
    void aHeadThatDripsOverTlsEndsItsConnection() throws Exception {
        try (RunningServer server = start(settings -> settings.tls(tls ->
                        tls.certificate(rig.localhost().chain(), rig.localhost().key())));
                ClientSocket slow = ClientSocket.over(rig.clients().socket(server.port()))) {
            slow.send("GET /length HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
            assertDripIsCut(slow, "x");
        }
    }

    @Test
    void aFrameThatDripsEndsItsConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
            // HEADERS of 1,000 bytes on stream 1: the first field is a literal with a long value.
            slow.send("\0\3\u00E8\1\5\0\0\0\1\0\1x\u007F\u0080\7");
            assertDripIsCut(slow, "x");
        }
    }

    /** One of an unknown type is to be ignored (RFC 9113, section 5.5). */
    @Test
    void aFrameOfAnUnknownTypeThatHasComeWholeEndsNoConnection() throws Exception {
        int unknown = 0x10;
        try (RunningServer server = start(settings -> {});
                Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, "/length");
            client.awaitBody();
            pause(SHORT);
            client.send(unknown, 0, 0, new byte[8]);
            client.flush();
            pause(SHORT.multipliedBy(4));
            client.get(3, "/length");

            assertThat(client.awaitBody()).isEqualTo("0");
        }
    }

    @Test
    void aBodyThatDripsEndsItsConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send("POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
            assertDripIsCut(slow, "x");
            assertOthersAreServed(server);
            await().untilAsserted(() ->
                    assertThat(server.broker().ledger().totals().inFlight()).isZero());
        }
    }

    /** All of its bytes may have come before the connection is looked at. */
    @Test
    void aHeadThatStopsIsRepliedToBeforeItsConnectionIsClosed() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send("GET /length HTTP/1.1\r\nHost: local");

            assertTimeoutOfRequest(slow.readToEnd());
        }
    }

    @Test
    void aHeadThatStopsBehindAnotherRequestIsRepliedToAfterIt() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send(ClientSocket.get("/length") + "GET /length HTTP/1.1\r\nHost: local");

            assertThat(slow.readUntil("\r\n\r\n0")).startsWith("HTTP/1.1 200 ");
            slow.send("h");
            assertTimeoutOfRequest(slow.readToEnd());
        }
    }

    @Test
    void aHeadThatStopsOverTlsIsRepliedToBeforeItsConnectionIsClosed() throws Exception {
        try (RunningServer server = start(settings -> settings.tls(tls ->
                        tls.certificate(rig.localhost().chain(), rig.localhost().key())));
                ClientSocket slow = ClientSocket.over(rig.clients().socket(server.port()))) {
            slow.send("GET /length HTTP/1.1\r\nHost: local");

            assertTimeoutOfRequest(slow.readToEnd());
        }
    }

    @Test
    void aBodyThatStopsIsRepliedToBeforeItsConnectionIsClosed() throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = builder(settings -> {})
                        .partner("partner", silent.uri().toString())
                        .mashup(new UploadServlets.Both())
                        .start();
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send("POST /both HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx");

            assertTimeoutOfRequest(slow.readToEnd());
            await().untilAsserted(() -> {
                assertThat(silent.open()).as("connections to the partner").isZero();
                assertThat(server.broker().ledger().totals().inFlight()).isZero();
            });
        }
    }

    @Test
    void aBodyThatDripsBesideItsReplyEndsItsConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket slow = ClientSocket.to(server)) {
            slow.send("POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
            assertDripIsCut(slow, "x");
            await().untilAsserted(() ->
                    assertThat(server.broker().ledger().totals().inFlight()).isZero());
        }
    }

    @Test
    void aBodyAboveTheRateIsTakenHoweverLongItLasts() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket steady = ClientSocket.to(server)) {
            int pieces = 40;
            String piece = "x".repeat((int) RATE);
            steady.send("POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + pieces * piece.length()
                    + "\r\n\r\n");
            for (int i = 0; i < pieces; i++) {
                pause();
                steady.send(piece);
            }

            assertThat(steady.status()).isEqualTo(200);
        }
    }

    /** The end of the body was taken for the beginning of a head. */
    @Test
    void aConnectionThatIsIdleAfterABodyThatCameInPiecesIsKept() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200\r\n\r\n");
            pause(SHORT.dividedBy(2));
            client.send("x".repeat(200));
            assertThat(client.readUntil("\r\n\r\n200")).startsWith("HTTP/1.1 200 ");
            pause(SHORT.multipliedBy(4));

            client.send(ClientSocket.get("/length"));
            assertThat(client.status()).isEqualTo(200);
        }
    }

    @Test
    void aReplyThatIsReadTooSlowlyEndsItsConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            ClientSocket slow = ClientSocket.over(socket);
            slow.send(ClientSocket.get("/large"));
            assertThat(slow.status()).isEqualTo(200);

            await().untilAsserted(() ->
                    assertThat(server.broker().ledger().totals().inFlight()).isZero());
            assertThat(slow.readToEnd()).hasSizeLessThan(LargeServlet.SIZE);
            assertOthersAreServed(server);
        }
    }

    @Test
    void connectionsWithoutARequestAreKeptShorterWhereThereAreMany() throws Exception {
        List<ClientSocket> idle = new ArrayList<>();
        try (RunningServer server =
                start(settings -> settings.clients(clients -> clients.crowded(2, IDLE_CLIENTS, SHORT)))) {
            try (ClientSocket alone = ClientSocket.to(server)) {
                alone.send(ClientSocket.get("/length"));
                assertThat(alone.status()).isEqualTo(200);
                pause(SHORT.multipliedBy(3));
                alone.send(ClientSocket.get("/length"));
                for (int i = 0; i < IDLE_CLIENTS; i++) {
                    idle.add(ClientSocket.to(server));
                }

                // Not the last ones: they may be few again by then.
                assertThat(idle.get(0).readToEnd()).isEmpty();
            }
        } finally {
            for (ClientSocket each : idle) {
                each.close();
            }
        }
    }

    private void assertDripIsCut(ClientSocket slow, String drop) {
        await().pollInterval(DRIP).untilAsserted(() -> {
            boolean cut = false;
            try {
                slow.send(drop);
            } catch (IOException closed) {
                cut = true;
            }
            assertThat(cut).isTrue();
        });
    }

    private static void assertOthersAreServed(RunningServer server) throws IOException {
        try (ClientSocket other = ClientSocket.to(server)) {
            other.send(ClientSocket.get("/length"));
            assertThat(other.status()).isEqualTo(200);
        }
    }

    private static void pause() {
        pause(DRIP);
    }

    private static void pause(Duration time) {
        await().pollDelay(time).pollInterval(DRIP).until(() -> true);
    }

    private static void assertTimeoutOfRequest(String reply) {
        assertThat(reply).startsWith("HTTP/1.1 408 ").contains("\r\nConnection: close\r\n");
    }

    private RunningServer start(Consumer<ServerSettings.Builder> change) throws IOException {
        return builder(change).start();
    }

    private ServerBuilder builder(Consumer<ServerSettings.Builder> change) {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> change.accept(settings.execution(mode)
                        .loops(loops)
                        .threads(32)
                        .deadline(LONG)
                        .clients(clients -> clients.headTimeout(SHORT)
                                .minRequestRate(RATE)
                                .minReplyRate(RATE)
                                .rateGrace(SHORT))))
                .mashup(new UploadServlets.Length())
                .mashup(new UploadServlets.Early())
                .mashup(new LargeServlet())
                .watchPeriod(DRIP);
    }

    /** Replies with more than the buffers of a connection hold. */
    @WebServlet("/large")
    private static final class LargeServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;
        private static final int SIZE = 32 << 20;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.bytes("application/octet-stream", new byte[SIZE]));
        }
    }
}
