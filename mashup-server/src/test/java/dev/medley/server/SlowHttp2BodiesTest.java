package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A body over HTTP/2 that drips ends its request, and no other of its connection, in each execution mode. */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class SlowHttp2BodiesTest {

    private static final Duration GRACE = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration DRIP = Duration.ofMillis(25);
    private static final int RATE = 100;
    /** Each {@link #DRIP}: many times the rate, so that a pause of the client does no harm. */
    private static final int STEADY = 100;

    private static final int WINDOW = 65_535;
    private static final int FRAME = 16_384;

    private static final int SLOW = 1;
    private static final int OTHER = 3;
    private static final int NEXT = 5;

    private static final int NO_ERROR = 0;
    private static final int CANCEL = 8;

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final ExecutionMode mode;
    private final int loops;
    private final UploadServlets.Holding holding = new UploadServlets.Holding();

    SlowHttp2BodiesTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyThatDripsIsRefusedAndTheOthersOfItsConnectionGoOn(boolean secure) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, secure);
                Http2Wire client = connect(server, secure)) {
            post(client, SLOW, "/both");
            post(client, OTHER, "/length");

            int steady = dripUntilRefused(client, server);

            Http2Wire.Frame reply = client.await(Http2Wire.DATA);
            assertThat(reply.stream()).isEqualTo(SLOW);
            assertThat(reply.content()).contains("\"status\":408", "the body came too slowly");
            assertReset(client, NO_ERROR);
            assertThat(silent.requests()).isOne();
            assertNoExchangeIsLeft(server, silent);

            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, OTHER);
            assertThat(client.awaitBody()).isEqualTo("" + steady);
            post(client, NEXT, "/length");
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, NEXT, bytes(5));
            assertThat(client.awaitBody()).isEqualTo("5");
        }
    }

    /** The reply cannot be replaced any more. */
    @Test
    void aBodyThatDripsBesideItsReplyResetsItsStream() throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, false);
                Http2Wire client = connect(server, false)) {
            post(client, SLOW, "/early");
            post(client, OTHER, "/length");

            int steady = dripUntilRefused(client, server);

            assertReset(client, CANCEL);
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, OTHER);
            assertThat(client.awaitBody()).isEqualTo("" + steady);
            await().until(() -> inFlight(server) == 0);
        }
    }

    /** The client may not send, as its window is used up, and need not before: it may wait for 100 Continue. */
    @ParameterizedTest
    @ValueSource(ints = {0, WINDOW})
    void aBodyThatTheMashupDoesNotReadIsNotSlow(int sentBefore) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, false);
                Http2Wire client = connect(server, false)) {
            post(client, SLOW, "/holding");
            for (int left = sentBefore; left > 0; left -= FRAME) {
                client.send(Http2Wire.DATA, 0, SLOW, bytes(Math.min(left, FRAME)));
            }
            client.flush();
            await().until(holding.held::isDone);
            pause(GRACE.multipliedBy(4));
            holding.read.complete(null);
            if (sentBefore == WINDOW) {
                Http2Wire.Frame granted;
                do {
                    granted = client.await(Http2Wire.WINDOW_UPDATE);
                } while (granted.stream() != SLOW);
            }
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, SLOW, bytes(5));

            assertThat(client.awaitBody()).isEqualTo("" + (sentBefore + 5));
        }
    }

    @Test
    void aBodyAboveTheRateIsTakenHoweverLongItLasts() throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, false);
                Http2Wire client = connect(server, false)) {
            int pieces = 40;
            post(client, SLOW, "/length");
            for (int i = 0; i < pieces; i++) {
                pause(DRIP);
                client.send(Http2Wire.DATA, 0, SLOW, bytes(STEADY));
                client.flush();
            }
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, SLOW);

            assertThat(client.awaitBody()).isEqualTo("" + pieces * STEADY);
        }
    }

    /** Drips on one stream, and sends steadily on another one. Returns the bytes of the other. */
    private static int dripUntilRefused(Http2Wire client, RunningServer server) {
        int[] sent = {0};
        boolean[] both = {false};
        await().pollInterval(DRIP).untilAsserted(() -> {
            client.send(Http2Wire.DATA, 0, SLOW, bytes(1));
            client.send(Http2Wire.DATA, 0, OTHER, bytes(STEADY));
            client.flush();
            sent[0] += STEADY;
            long left = inFlight(server);
            both[0] |= left == 2;
            assertThat(both[0] && left == 1).isTrue();
        });
        return sent[0];
    }

    private static void assertReset(Http2Wire client, int error) throws IOException {
        Http2Wire.Frame reset = client.await(Http2Wire.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(SLOW);
        assertThat(reset.number(0)).isEqualTo(error);
    }

    private static void assertNoExchangeIsLeft(RunningServer server, RawPartner silent) {
        await().untilAsserted(() -> {
            assertThat(silent.open()).as("connections to the partner").isZero();
            assertThat(server.broker().partner("partner").permitsUsed())
                    .as("permits")
                    .isZero();
        });
    }

    private static long inFlight(RunningServer server) {
        return server.broker().ledger().totals().inFlight();
    }

    private static void post(Http2Wire client, int stream, String path) throws IOException {
        client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, stream, Http2Wire.head("POST", path));
        client.flush();
    }

    private static byte[] bytes(int count) {
        return "x".repeat(count).getBytes(StandardCharsets.US_ASCII);
    }

    private static void pause(Duration time) {
        await().pollDelay(time).pollInterval(DRIP).until(() -> true);
    }

    private static Http2Wire connect(RunningServer server, boolean secure) throws IOException {
        return secure ? Http2Wire.secure(rig.clients().socket(server.port())) : Http2Wire.plain(server.port());
    }

    private RunningServer start(RawPartner partner, boolean secure) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> {
                    settings.execution(mode)
                            .loops(loops)
                            .threads(32)
                            .deadline(LONG)
                            .clients(clients -> clients.minRequestRate(RATE).rateGrace(GRACE));
                    if (secure) {
                        settings.tls(tls -> tls.certificate(
                                rig.localhost().chain(), rig.localhost().key()));
                    }
                })
                .partner("partner", partner.uri().toString())
                .mashup(new UploadServlets.Length())
                .mashup(new UploadServlets.Both())
                .mashup(new UploadServlets.Early())
                .mashup(holding)
                .watchPeriod(DRIP)
                .start();
    }
}
