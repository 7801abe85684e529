package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.internal.Partner;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client over HTTP/2 that resets its requests right behind their heads ends them, wherever on its way into its mashup the
 * reset finds a request, in each execution mode and with loops or without.
 */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("modes")
class ResetAtOnceTest {

    /** Few enough for a connection not to be ended for a flood. */
    private static final int REQUESTS = 50;

    private static final int CONNECTIONS = 4;
    /** Nanoseconds by which each reset comes later than the one before. */
    private static final long STEP = 10_000;

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final byte[] CANCEL = {0, 0, 0, 8};

    private final ExecutionMode mode;
    private final int loops;

    ResetAtOnceTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    static Stream<Arguments> modes() {
        return ClientGoneTest.modes();
    }

    /** Has an exchange, and leaves its body alone. */
    @WebServlet("/ask")
    @MashupMethods({"GET", "POST"})
    static final class Ask extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.merge().put("partner", mashup.get("partner", "/")).reply();
        }
    }

    enum Head {
        WITHOUT_BODY("GET", "/ask", Http2Wire.END_STREAM),
        WITH_BODY_UNREAD("POST", "/ask", 0),
        WITH_BODY_READ("POST", "/both", 0);

        private final String method;
        private final String path;
        private final int flag;

        Head(String method, String path, int flag) {
            this.method = method;
            this.path = path;
            this.flag = flag;
        }

        void send(Http2Wire client, int stream) throws IOException {
            client.send(Http2Wire.HEADERS, flag | Http2Wire.END_HEADERS, stream, Http2Wire.head(method, path));
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsThatAreResetRightBehindTheirHeadsLeaveNothing(Head head) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Http2Wire client = Http2Wire.plain(server.port())) {
                    for (int stream = 1; stream < 2 * REQUESTS; stream += 2) {
                        head.send(client, stream);
                        client.send(Http2Wire.RST_STREAM, 0, stream, CANCEL);
                        client.flush();
                    }
                    client.send(Http2Wire.PING, 0, 0, new byte[Long.BYTES]);
                    client.await(Http2Wire.PING);
                    assertNothingIsLeft(server);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatIsResetWhileItsExchangeWaitsLeavesNothing(Head head) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent);
                Http2Wire client = Http2Wire.plain(server.port())) {
            head.send(client, 1);
            client.flush();
            await().until(() -> silent.requests() == 1);
            client.send(Http2Wire.RST_STREAM, 0, 1, CANCEL);
            client.flush();

            assertNothingIsLeft(server);
        }
    }

    /** The reset comes at each place of the way. */
    @ParameterizedTest
    @EnumSource
    void requestsThatAreResetOnTheirWayIntoTheirMashupsLeaveNothing(Head head) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Http2Wire client = Http2Wire.plain(server.port())) {
                    for (int request = 0; request < REQUESTS; request++) {
                        head.send(client, 2 * request + 1);
                        client.flush();
                        LockSupport.parkNanos(request * STEP);
                        client.send(Http2Wire.RST_STREAM, 0, 2 * request + 1, CANCEL);
                        client.flush();
                    }
                    client.send(Http2Wire.PING, 0, 0, new byte[Long.BYTES]);
                    client.await(Http2Wire.PING);
                    assertNothingIsLeft(server);
                }
            }
        }
    }

    private RunningServer start(RawPartner partner) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings ->
                        settings.execution(mode).loops(loops).threads(32).deadline(LONG))
                .partner("partner", partner.uri().toString())
                .mashup(new Ask())
                .mashup(new UploadServlets.Both())
                .start();
    }

    /** A connection to the partner that was opened for a request which has been reset before it was sent stays for others. */
    private static void assertNothingIsLeft(RunningServer server) {
        await().untilAsserted(() -> {
            assertThat(server.broker().ledger().totals().inFlight())
                    .as("requests in flight")
                    .isZero();
            Partner partner = server.broker().partner("partner");
            assertThat(partner.permitsUsed()).as("permits").isZero();
            assertThat(partner.queued()).as("queued").isZero();
        });
    }
}
