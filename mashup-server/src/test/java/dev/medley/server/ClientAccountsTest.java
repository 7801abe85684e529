package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.connection.ProtocolChoice;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.ExpiringStream;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.PassServlet;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.annotation.WebServlet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client connection holds counts until it is given back, and leaves room for others, in each execution mode. */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class ClientAccountsTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LOOK = Duration.ofMillis(25);
    private static final int STREAMS = 100;
    private static final int BUDGET = 1 << 20;
    private static final int LARGE = 100_000;
    private static final int HUGE = 32 << 20;
    private static final int SMALL_BUFFER = 4096;
    private static final String MEASURED = "medley_requests_seconds_count{mashup=\"/small\",status=\"200\"} 1";
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int FIRST_WINDOW = 65_535;
    private static final byte[] CLOSED_WINDOWS = {0, 4, 0, 0, 0, 0};
    private static final byte[] OPEN = {0, 0, 1, 0};
    private static final byte[] ONE = {0, 0, 0, 1};
    /** With some to add. */
    private static final byte[] LARGEST_WINDOWS = {0, 4, 0x70, 0, 0, 0};

    private static final byte[] LARGEST = {0x70, 0, 0, 0};

    private final ExecutionMode mode;
    private final int loops;
    private final UploadServlets.Holding holding = new UploadServlets.Holding();
    private final List<AutoCloseable> opened = new ArrayList<>();

    ClientAccountsTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    // ---- Replies. -----------------------------------------------------------------------------------------------

    @Test
    void aReplyIsInFlightUntilItsClientHasOpenedAWindowForIt() throws Exception {
        RunningServer server = start(settings -> {});
        Http2Wire client = withClosedWindows(server);
        requestAll(client, "/small");
        await().untilAsserted(() -> assertThat(inFlight(server)).isEqualTo(STREAMS));
        assertThat(server.broker().heldBodyBytes())
                .as("with their buffers")
                .isBetween(STREAMS * 1000L, STREAMS * 10_000L);

        for (int i = 0; i < STREAMS; i++) {
            client.send(Http2Wire.WINDOW_UPDATE, 0, 2 * i + 1, OPEN);
        }
        for (int i = 0; i < STREAMS; i++) {
            assertThat(client.awaitBody()).isEqualTo("hello world");
        }
        assertNothingIsHeld(server);
    }

    @Test
    void aReplyIsNeitherLoggedNorMeasuredUntilItIsWritten() throws Exception {
        try (LogLines log = LogLines.of("dev.medley.access")) {
            RunningServer server = start(settings -> settings.accessLog(true));
            Http2Wire client = withClosedWindows(server);
            client.get(1, "/small");
            client.await(Http2Wire.HEADERS);

            assertThat(log.lines()).isEmpty();
            assertThat(metrics(server)).doesNotContain(MEASURED);
            assertThat(inFlight(server)).isOne();
            client.send(Http2Wire.WINDOW_UPDATE, 0, 1, OPEN);
            assertThat(client.awaitBody()).isEqualTo("hello world");
            await().untilAsserted(() -> {
                assertThat(log.lines()).singleElement().asString().contains("\"GET /small HTTP/2.0\" 200 ");
                assertThat(metrics(server)).contains(MEASURED);
            });
        }
    }

    /** Over HTTP/1.1 nothing is left to end but the connection. */
    @Test
    void aConnectionWhoseSocketTakesNothingIsClosedWhileTheBudgetIsScarce() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET));
        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(SMALL_BUFFER);
            deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            deaf.getOutputStream().write(bytes(ClientSocket.get("/huge")));

            await().untilAsserted(
                            () -> assertThat(metrics(server)).contains("closed_total{reason=\"beyond share\"} 1"));
            assertNothingIsHeld(server);
            try (ClientSocket other = ClientSocket.to(server)) {
                other.send(ClientSocket.get("/small"));
                assertThat(other.readUntil("hello world")).startsWith("HTTP/1.1 200 ");
            }
            deaf.setSoTimeout((int) LONG.toMillis());
            assertThatThrownBy(() -> deaf.getInputStream().readAllBytes()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aReplyThatItsClientDoesNotReadEndsAtTheLeastRateAndOthersOfItsConnectionGoOn() throws Exception {
        RunningServer server = start(settings ->
                settings.clients(clients -> clients.minReplyRate(100).rateGrace(SHORT)));
        Http2Wire client = withClosedWindows(server);
        client.get(1, "/small");
        Http2Wire.Frame reset = client.await(Http2Wire.RST_STREAM);
        assertThat(reset.stream()).isOne();
        assertThat(reset.number(0)).isEqualTo(CANCEL);
        client.get(3, "/small");
        client.send(Http2Wire.WINDOW_UPDATE, 0, 3, OPEN);
        assertThat(client.awaitBody()).isEqualTo("hello world");
        assertNothingIsHeld(server);
    }

    @Test
    void aReplyThatItsClientDripsEndsAtTheLeastRate() throws Exception {
        RunningServer server = start(settings ->
                settings.clients(clients -> clients.minReplyRate(1000).rateGrace(SHORT)));
        Http2Wire client = withClosedWindows(server);
        client.get(1, "/large");
        client.flush();
        await().pollInterval(LOOK).untilAsserted(() -> {
            client.send(Http2Wire.WINDOW_UPDATE, 0, 1, ONE);
            client.flush();
            assertThat(server.broker().ledger().totals().started()).isOne();
            assertThat(inFlight(server)).isZero();
        });
        assertThat(client.await(Http2Wire.RST_STREAM).stream()).isOne();
    }

    @Test
    void aReplyThatItsClientDoesNotReadEndsAfterTheDeadlineOfItsMashup() throws Exception {
        RunningServer server = start(settings -> settings.deadline(SHORT));
        Http2Wire client = withClosedWindows(server);
        client.get(1, "/small");
        Http2Wire.Frame reset = client.await(Http2Wire.RST_STREAM);
        assertThat(reset.stream()).isOne();
        assertNothingIsHeld(server);
    }

    /** It has a second of its own to be written. */
    @Test
    void theProblemThatReplacesAReplyInPartsAfterTheDeadlineIsWritten() throws Exception {
        RunningServer server = start(settings -> settings.deadline(SHORT));
        Http2Wire client = withClosedWindows(server);
        client.get(1, "/silent");
        client.await(Http2Wire.HEADERS);
        client.send(Http2Wire.WINDOW_UPDATE, 0, 1, OPEN);
        assertThat(client.awaitBody()).contains("\"status\":504");
        assertNothingIsHeld(server);
    }

    /** The container has all of it, and its stream could say only before that the deadline has passed. */
    @Test
    void aReplyInPartsThatIsGivenWholeAndNotReadEndsAfterTheDeadlineToo() throws Exception {
        RunningServer server = start(settings -> settings.deadline(SHORT));
        Http2Wire client = withClosedWindows(server);
        client.get(1, "/parts");
        Http2Wire.Frame reset = client.await(Http2Wire.RST_STREAM);
        assertThat(reset.stream()).isOne();
        assertNothingIsHeld(server);
    }

    @Test
    void aRefusalThatItsClientDoesNotReadEndsAfterTheDeadlineToo() throws Exception {
        RunningServer server = start(settings -> settings.deadline(SHORT));
        Http2Wire client = withClosedWindows(server);
        client.send(
                Http2Wire.HEADERS, Http2Wire.END_HEADERS | Http2Wire.END_STREAM, 1, Http2Wire.head("DELETE", "/small"));
        assertThat(client.await(Http2Wire.RST_STREAM).stream()).isOne();
        assertNothingIsHeld(server);
    }

    @Test
    void aClientThatIsBeyondTheBudgetByOneReplyDoesNotLoseAll() throws Exception {
        // With the space that a streamed write takes, 7 large replies are more than three quarters of the budget, and 6
        // are not.
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET));
        Http2Wire client = withClosedWindows(server);
        for (int i = 0; i < 7; i++) {
            client.get(2 * i + 1, "/large");
        }
        client.flush();
        assertThat(client.await(Http2Wire.RST_STREAM).number(0)).isEqualTo(ENHANCE_YOUR_CALM);
        await().pollDelay(SHORT)
                .untilAsserted(() -> assertThat(inFlight(server)).isGreaterThanOrEqualTo(4));
    }

    @Test
    void aReplyThatIsReadDoesNotEndForWhatItsClientLeavesUnread() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET));
        Http2Wire client = withClosedWindows(server);
        for (int i = 0; i < 7; i++) {
            client.get(2 * i + 1, "/large");
        }
        Http2Wire.Frame frame;
        do {
            client.send(Http2Wire.WINDOW_UPDATE, 0, 1, ONE);
            client.flush();
            frame = client.awaitAny(Http2Wire.DATA, Http2Wire.RST_STREAM);
        } while (frame.type() == Http2Wire.DATA);
        assertThat(frame.number(0)).isEqualTo(ENHANCE_YOUR_CALM);
        assertThat(frame.stream()).isNotEqualTo(1);
    }

    @Test
    void aReplyThatHasNothingToSendDoesNotEndBesideOneThatIsRead() throws Exception {
        RunningServer server = start(settings ->
                settings.clients(clients -> clients.minReplyRate(100).rateGrace(SHORT)));
        Http2Wire client = plain(server);
        client.get(1, "/once");
        int left = FIRST_WINDOW - client.await(Http2Wire.DATA).content().length();
        client.get(3, "/endless");
        client.flush();
        // The window of the connection is closed whenever the watch looks.
        for (long begun = System.nanoTime(); System.nanoTime() - begun < SHORT.toNanos() * 4; ) {
            Http2Wire.Frame frame = client.awaitAny(Http2Wire.DATA, Http2Wire.RST_STREAM);
            assertThat(frame.type()).isEqualTo(Http2Wire.DATA);
            left -= frame.content().length();
            if (left == 0) {
                client.send(Http2Wire.WINDOW_UPDATE, 0, 0, ONE);
                client.send(Http2Wire.WINDOW_UPDATE, 0, 3, ONE);
                client.flush();
                left = 1;
            }
        }
        assertThat(left).isBetween(0, 1);
    }

    @Test
    void theDrainWaitsForAReplyThatIsNotWritten() throws Exception {
        RunningServer server = start(settings -> settings.drain(LONG));
        Http2Wire client = withClosedWindows(server);
        client.get(1, "/small");
        client.await(Http2Wire.HEADERS);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        client.await(Http2Wire.GOAWAY);
        assertThat(closing).isNotDone();
        client.send(Http2Wire.WINDOW_UPDATE, 0, 1, OPEN);
        assertThat(client.awaitBody()).isEqualTo("hello world");
        client.close();
        closing.join();
    }

    @Test
    void aFewClientsThatDoNotReadLeaveRoomForTheRepliesOfOthers() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET));
        for (int i = 0; i < 4; i++) {
            requestAll(withClosedWindows(server), "/large");
        }
        Http2Wire other = plain(server);
        for (int stream = 1; stream < 20; stream += 2) {
            post(other, stream, "/length");
            other.send(Http2Wire.DATA, 0, stream, bytes(5_000));
            other.send(Http2Wire.DATA, Http2Wire.END_STREAM, stream, bytes(5_000));
            assertThat(other.awaitBody()).isEqualTo("10000");
        }
        await().untilAsserted(() -> assertThat(server.broker().heldBodyBytes()).isLessThan(BUDGET));
    }

    /** Each would wait for that write, as an entry of Jetty's. */
    @Test
    void aClientThatReadsNothingAndSendsFramesWithoutEndIsClosed() throws Exception {
        RunningServer server = start(settings -> {});
        Http2Wire client = plain(server);
        client.send(Http2Wire.SETTINGS, 0, 0, LARGEST_WINDOWS);
        client.send(Http2Wire.WINDOW_UPDATE, 0, 0, LARGEST);
        client.get(1, "/endless");
        client.await(Http2Wire.HEADERS);
        sendAll(client, 200_000);
        await().untilAsserted(() -> assertThat(inFlight(server)).isZero());
        assertThat(Replies.get(server.adminUri(), "/status").body()).contains("\"beyond share\" : 1");
    }

    /** As many as have bytes of the reply beside them do not. */
    @Test
    void aClientThatReadsMaySendFramesWithoutEnd() throws Exception {
        RunningServer server = start(settings -> {});
        Http2Wire client = plain(server);
        client.send(Http2Wire.SETTINGS, 0, 0, LARGEST_WINDOWS);
        client.send(Http2Wire.WINDOW_UPDATE, 0, 0, LARGEST);
        client.get(1, "/endless");
        for (int i = 0; i < 20_000; i++) {
            client.send(Http2Wire.WINDOW_UPDATE, 0, 1, ONE);
            client.send(Http2Wire.WINDOW_UPDATE, 0, 0, ONE);
            client.await(Http2Wire.DATA);
        }
        assertThat(inFlight(server)).isOne();
    }

    @Test
    void aClientIsHeardWhileItReadsAReplyWithoutEnd() throws Exception {
        RunningServer server = start(settings -> {});
        Http2Wire client = plain(server);
        client.send(Http2Wire.SETTINGS, 0, 0, LARGEST_WINDOWS);
        client.send(Http2Wire.WINDOW_UPDATE, 0, 0, LARGEST);
        client.get(1, "/endless");
        for (int stream = 3; stream < 200; stream += 2) {
            client.get(stream, "/small");
            long before = 0;
            Http2Wire.Frame frame;
            do {
                frame = client.awaitAny(Http2Wire.DATA, Http2Wire.HEADERS);
                before += frame.content().length();
            } while (frame.stream() != stream);
            assertThat(before).as("bytes, with those in the sockets' buffers").isLessThan(HUGE);
        }
    }

    private static void sendAll(Http2Wire client, int frames) {
        try {
            for (int i = 0; i < frames; i++) {
                client.send(Http2Wire.WINDOW_UPDATE, 0, 0, ONE);
            }
            client.flush();
        } catch (IOException closed) {
            // What the test waits for.
        }
    }

    /** Up to the window of a stream comes and waits, where over HTTP/1.1 it would stay with the partner. */
    @Test
    void whatPartnersSendOverHttp2WhileRepliesWaitCounts() throws Exception {
        int streams = 50;
        PartnerStubs partner = PartnerStubs.builder().start();
        opened.add(partner);
        RunningServer server = start(
                settings -> {},
                PartnerSettings.of("partner", partner.uri().toString())
                        .protocol(ProtocolChoice.H2C)
                        .maxConnections(streams)
                        .build());
        Http2Wire client = withClosedWindows(server);
        for (int i = 0; i < streams; i++) {
            client.get(2 * i + 1, "/pass?size=1000000");
        }
        client.flush();
        await().untilAsserted(() -> assertThat(server.broker().heldBodyBytes()).isGreaterThan(streams * 60_000L));
        client.close();
        assertNothingIsHeld(server);
    }

    // ---- Heads. -------------------------------------------------------------------------------------------------

    @Test
    void theHeadsOfRequestsCount() throws Exception {
        RunningServer server = start(settings -> {});
        Http2Wire client = withClosedWindows(server);
        for (int i = 0; i < STREAMS; i++) {
            request(client, 2 * i + 1, manyFields(Http2Wire.head("GET", "/small")));
        }
        assertHeadsCount(server, client);
    }

    @Test
    void theTrailersOfRequestsCount() throws Exception {
        RunningServer server = start(settings -> {});
        Http2Wire client = withClosedWindows(server);
        for (int i = 0; i < STREAMS; i++) {
            post(client, 2 * i + 1, "/length");
            request(client, 2 * i + 1, manyFields());
        }
        assertHeadsCount(server, client);
    }

    private static void assertHeadsCount(RunningServer server, Http2Wire client) throws IOException {
        client.flush();
        await().untilAsserted(() -> {
            assertThat(inFlight(server)).isEqualTo(STREAMS);
            assertThat(server.broker().heldBodyBytes()).isGreaterThan(STREAMS * 20_000);
        });
        client.close();
        assertNothingIsHeld(server);
    }

    @Test
    void requestsWithLargeHeadsAreRefusedWhenTheBudgetIsScarce() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET));
        Http2Wire client = plain(server);
        for (int i = 0; i < STREAMS; i++) {
            request(client, 2 * i + 1, manyFields(Http2Wire.head("POST", "/never")));
        }
        assertThat(client.await(Http2Wire.RST_STREAM).number(0)).isEqualTo(REFUSED_STREAM);
        await().untilAsserted(() -> assertThat(server.broker().heldBodyBytes()).isLessThan(BUDGET));
        client.close();
        assertNothingIsHeld(server);
    }

    private static void request(Http2Wire client, int stream, byte[] head) throws IOException {
        client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS | Http2Wire.END_STREAM, stream, head);
    }

    private static byte[] manyFields(byte... before) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.writeBytes(before);
        for (int i = 0; i < 190; i++) {
            Http2Wire.field(fields, "x" + i, "y");
        }
        return fields.toByteArray();
    }

    // ---- Bodies. ------------------------------------------------------------------------------------------------

    @Test
    void aBodyInTinyFramesThatIsNotReadEndsWhenTheBudgetIsScarce() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET));
        Http2Wire tiny = plain(server);
        post(tiny, 1, "/holding");
        await().until(holding.held::isDone);
        for (int i = 0; i < 10_000; i++) {
            tiny.send(Http2Wire.DATA, 0, 1, bytes(1));
        }
        Http2Wire.Frame reset = tiny.await(Http2Wire.RST_STREAM);
        assertThat(reset.stream()).isOne();
        assertThat(reset.number(0)).isEqualTo(ENHANCE_YOUR_CALM);
        assertNothingIsHeld(server);
    }

    @Test
    void bodiesThatAreReadWholeAndNeverEndLeaveRoomForOthers() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET).maxRequestBody(BUDGET));
        List<ClientSocket> endless = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ClientSocket each = ClientSocket.to(server);
            opened.add(each);
            endless.add(each);
            each.send("POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(LARGE));
        }
        // Some may be refused before anybody looks.
        await().until(() -> server.broker().heldBodyBytes() >= BUDGET / 4
                || server.broker().ledger().totals().ended() > 0);
        try (ClientSocket other = ClientSocket.to(server)) {
            other.send("POST /length HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5000\r\n\r\n"
                    + "x".repeat(5000));
            assertThat(other.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("5000");
        }
        await().untilAsserted(() ->
                assertThat(inFlight(server)).as("the others are refused").isLessThan(endless.size()));
        assertThat(server.broker().heldBodyBytes()).isLessThan(2 * BUDGET);
        for (ClientSocket each : endless) {
            each.close();
        }
        assertNothingIsHeld(server);
    }

    @Test
    void aBodyThatTheBudgetHasNoRoomForIsRefused() throws Exception {
        RunningServer server = start(settings -> settings.maxHeldBytes(BUDGET).maxRequestBody(BUDGET));
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send(
                    "POST /length HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 900000\r\n\r\n"
                            + "x".repeat(900_000));
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 503 ").contains("max-held-bytes is " + BUDGET);
        }
        assertNothingIsHeld(server);
    }

    // ---- Threads. -----------------------------------------------------------------------------------------------

    @Test
    void clientsThatSendRequestsWithoutPauseLeaveThreadsForOthers() throws Exception {
        RunningServer server = start(settings -> {});
        byte[] requests = bytes(ClientSocket.get("/small").repeat(500));
        for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
            Socket greedy = new Socket(InetAddress.getLoopbackAddress(), server.port());
            opened.add(greedy);
            untilClosed(() -> greedy.getOutputStream().write(requests));
            byte[] replies = new byte[1 << 16];
            untilClosed(() -> greedy.getInputStream().read(replies));
        }
        for (int i = 0; i < 20; i++) {
            try (ClientSocket other = ClientSocket.to(server)) {
                other.send(ClientSocket.get("/small"));
                assertThat(other.readUntil("hello world")).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    private interface Transfer {
        void once() throws IOException;
    }

    private static void untilClosed(Transfer transfer) {
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    transfer.once();
                }
            } catch (IOException closed) {
                // The test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    // ---- Permits. -----------------------------------------------------------------------------------------------

    @Test
    void streamsThatTheirClientsDoNotReadHoldNoPermits() throws Exception {
        int permits = 4;
        RunningServer server = start(settings ->
                settings.admission(admission -> admission.maxConcurrent(permits).maxQueued(10)));
        for (int i = 0; i < permits; i++) {
            withClosedWindows(server).get(1, "/endless");
            ((Http2Wire) opened.get(opened.size() - 1)).await(Http2Wire.HEADERS);
        }
        try (ClientSocket other = ClientSocket.to(server)) {
            other.send(ClientSocket.get("/small"));
            assertThat(other.readUntil("hello world")).startsWith("HTTP/1.1 200 ");
        }
    }

    /** It takes the place of the last one of the client that has as many, in a full queue. */
    /** A proxy has other requests on it, which hold none. */
    @Test
    void repliesThatAreNotReadGivePermitsOfThePartnerToOthersAndTheirConnectionStays() throws Exception {
        int permits = 20;
        PartnerStubs partner = PartnerStubs.builder().start();
        opened.add(partner);
        RunningServer server = start(
                settings -> {},
                PartnerSettings.of("partner", partner.uri().toString())
                        .maxConnections(permits)
                        .build());
        Http2Wire client = plain(server);
        client.send(Http2Wire.SETTINGS, 0, 0, LARGEST_WINDOWS);
        client.send(Http2Wire.WINDOW_UPDATE, 0, 0, LARGEST);
        for (int i = 0; i < permits; i++) {
            client.get(2 * i + 1, "/pass?size=10000000");
        }
        client.flush();
        await().until(() -> partner.requests() == permits);
        try (ClientSocket other = ClientSocket.to(server)) {
            other.send(ClientSocket.get("/pass?size=5"));
            assertThat(other.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        }
        client.send(Http2Wire.PING, 0, 0, new byte[Long.BYTES]);
        assertThat(client.await(Http2Wire.PING).flags()).isEqualTo(Http2Wire.ACK);
    }

    @Test
    void atTheLimitARequestBeyondTwiceTheShareOfItsClientGoesBehindOthers() throws Exception {
        RunningServer server = start(settings -> settings.admission(
                admission -> admission.maxConcurrent(1).maxQueued(3).maxQueueAge(Duration.ZERO)));
        Http2Wire greedy = plain(server);
        // The share of the only client is one: it has three, and the fourth has the lower priority.
        for (int i = 0; i <= 3; i++) {
            String waiting = "medley_admission_queued " + i;
            post(greedy, 2 * i + 1, "/holding");
            greedy.send(Http2Wire.DATA, Http2Wire.END_STREAM, 2 * i + 1, bytes("x"));
            greedy.flush();
            await().untilAsserted(() -> assertThat(metrics(server)).contains("medley_admission_used 1", waiting));
        }
        try (ClientSocket other = ClientSocket.to(server)) {
            other.send(ClientSocket.get("/small"));

            Http2Wire.Frame refusal = greedy.await(Http2Wire.HEADERS);
            assertThat(refusal.stream()).isEqualTo(7);
            assertThat(greedy.awaitBody()).contains("others have precedence");
            assertThat(metrics(server))
                    .contains("medley_admission_refused_total{priority=\"low\",reason=\"displaced\"} 1");
            holding.read.complete(null);
            assertThat(other.readUntil("hello world")).startsWith("HTTP/1.1 200 ");
        }
        assertNothingIsHeld(server);
    }

    // ---- The rig. -----------------------------------------------------------------------------------------------

    private static void assertNothingIsHeld(RunningServer server) {
        await().untilAsserted(() -> {
            assertThat(inFlight(server)).isZero();
            assertThat(server.broker().heldBodyBytes()).isZero();
        });
    }

    private static String metrics(RunningServer server) {
        return Replies.get(server.adminUri(), "/metrics").body();
    }

    private static long inFlight(RunningServer server) {
        return server.broker().ledger().totals().inFlight();
    }

    private Http2Wire plain(RunningServer server) throws IOException {
        Http2Wire client = Http2Wire.plain(server.port());
        opened.add(client);
        return client;
    }

    private Http2Wire withClosedWindows(RunningServer server) throws IOException {
        Http2Wire client = plain(server);
        client.send(Http2Wire.SETTINGS, 0, 0, CLOSED_WINDOWS);
        return client;
    }

    private static void requestAll(Http2Wire client, String path) throws IOException {
        for (int i = 0; i < STREAMS; i++) {
            client.get(2 * i + 1, path);
        }
        client.flush();
    }

    private static void post(Http2Wire client, int stream, String path) throws IOException {
        client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, stream, Http2Wire.head("POST", path));
        client.flush();
    }

    private static byte[] bytes(int count) {
        return bytes("x".repeat(count));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private RunningServer start(Consumer<ServerSettings.Builder> more, PartnerSettings... partners) throws IOException {
        ServerBuilder builder = new ServerBuilder();
        Stream.of(partners).forEach(builder::partner);
        RunningServer server = builder.port(0)
                .settings(settings -> {
                    settings.execution(mode)
                            .loops(loops)
                            .threads(mode == ExecutionMode.BLOCKING ? STREAMS + 32 : 32)
                            .drain(Duration.ZERO)
                            .deadline(LONG)
                            .clients(clients -> clients.minReplyRate(0).minRequestRate(0));
                    more.accept(settings);
                })
                .mashup(new Small())
                .mashup(new Large())
                .mashup(new Huge())
                .mashup(new Endless())
                .mashup(new Parts())
                .mashup(new Once())
                .mashup(new Never())
                .mashup(new Silent())
                .mashup(new PassServlet())
                .mashup(new UploadServlets.Length())
                .mashup(holding)
                .watchPeriod(LOOK)
                .start();
        opened.add(0, server);
        return server;
    }

    @WebServlet("/small")
    static final class Small extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("hello world"));
        }
    }

    @WebServlet("/large")
    static final class Large extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("x".repeat(LARGE)));
        }
    }

    /** Replies with more than the buffers of a connection take. */
    @WebServlet("/huge")
    static final class Huge extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.bytes("x/y", new byte[HUGE]));
        }
    }

    /** Does not reply. */
    @WebServlet("/never")
    @MashupMethods("POST")
    static final class Never extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return new CompletableFuture<>();
        }
    }

    /** Has no part, and does not end at the deadline. */
    @WebServlet("/silent")
    static final class Silent extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.stream("text/plain", new NoPart()));
        }
    }

    /** Has one part, and ends at once. */
    @WebServlet("/parts")
    static final class Parts extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.stream("text/plain", new OnePart()));
        }
    }

    private static final class OnePart implements ExpiringStream {

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
            reader.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long parts) {
                    reader.onNext(ByteBuffer.wrap(bytes("part")));
                    reader.onComplete();
                }

                @Override
                public void cancel() {}
            });
        }

        @Override
        public void expire(Problem problem) {}
    }

    private static final class NoPart implements ExpiringStream {

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
            reader.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long parts) {}

                @Override
                public void cancel() {}
            });
        }

        @Override
        public void expire(Problem problem) {}
    }

    /** Streams without end. */
    @WebServlet("/endless")
    static final class Endless extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(stream(Integer.MAX_VALUE));
        }
    }

    /** Streams one part, and then nothing more. */
    @WebServlet("/once")
    static final class Once extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(stream(1));
        }
    }

    private static Reply stream(int most) {
        Flow.Publisher<ByteBuffer> endless = reader -> reader.onSubscribe(new Flow.Subscription() {
            private int left = most;

            @Override
            public void request(long parts) {
                if (left > 0) {
                    left--;
                    reader.onNext(ByteBuffer.wrap(bytes(10_000)));
                }
            }

            @Override
            public void cancel() {}
        });
        return Reply.stream("text/plain", endless);
    }
}
