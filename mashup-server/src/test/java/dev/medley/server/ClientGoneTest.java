package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.config.HalfClose;
import dev.medley.config.ServerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.BrokerPool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client that leaves while its request waits for partners ends the request, in each execution mode and with loops or
 * without: its exchanges are cancelled, and permits are released once.
 */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("modes")
class ClientGoneTest {

    private static final int CLIENTS = 200;
    private static final Duration LONG = Duration.ofMinutes(10);
    /** Between two looks at the connections. */
    private static final Duration WATCHED = Duration.ofMillis(50);

    private static final byte[] CANCEL = {0, 0, 0, 8};

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final ExecutionMode mode;
    private final int loops;

    ClientGoneTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    static Stream<Arguments> modes() {
        return Stream.of(
                        Arguments.of(ExecutionMode.ASYNC, 2),
                        Arguments.of(ExecutionMode.ASYNC, 0),
                        Arguments.of(ExecutionMode.BLOCKING, 0),
                        Arguments.of(ExecutionMode.BLOCKING, 1),
                        Arguments.of(ExecutionMode.VIRTUAL, 0))
                .filter(mode -> mode.get()[0] != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable());
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    /** The ways in which a client of HTTP/1.1 leaves. */
    enum Leaving {
        FIN {
            @Override
            void leave(ClientSocket client) throws IOException {
                client.finish();
            }
        },
        RESET {
            @Override
            void leave(ClientSocket client) throws IOException {
                client.reset();
            }
        },
        FIN_BEHIND_THE_NEXT_REQUEST {
            @Override
            void leave(ClientSocket client) throws IOException {
                client.send(ClientSocket.get("/fanout?c=1"));
                client.finish();
            }
        };

        abstract void leave(ClientSocket client) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void theExchangesOfAClientThatLeavesOverHttp1AreCancelled(Leaving leaving) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/fanout?c=2"));
            await().until(() -> silent.requests() == 2);
            leaving.leave(client);

            assertNothingIsLeft(server, silent);
            assertThat(silent.requests()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theExchangesOfAClientThatLeavesOverTlsAreCancelled(Leaving leaving) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, ClientGoneTest::secure);
                ClientSocket client = ClientSocket.over(rig.clients().socket(server.port()))) {
            client.send(ClientSocket.get("/fanout?c=2"));
            await().until(() -> silent.requests() == 2);
            leaving.leave(client);

            assertNothingIsLeft(server, silent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theExchangesOfARequestWithABodyAreCancelled(Leaving leaving) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /fanout?c=2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello");
            await().until(() -> silent.requests() == 2);
            leaving.leave(client);

            assertNothingIsLeft(server, silent);
        }
    }

    @ParameterizedTest
    @EnumSource(StreamEnd.class)
    void theExchangesOfAStreamThatEndsAreCancelled(StreamEnd end) throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, settings -> {});
                Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, "/fanout?c=2");
            client.flush();
            await().until(() -> silent.requests() == 2);
            end.end(client);

            assertNothingIsLeft(server, silent);
        }
    }

    /** The ends of a stream, before its response. */
    enum StreamEnd {
        RST_STREAM {
            @Override
            void end(Http2Wire client) throws IOException {
                client.send(Http2Wire.RST_STREAM, 0, 1, CANCEL);
                client.flush();
            }
        },
        END_OF_CONNECTION {
            @Override
            void end(Http2Wire client) throws IOException {
                client.close();
            }
        };

        abstract void end(Http2Wire client) throws IOException;
    }

    /** {@code server.half-close: serve}. */
    @Test
    void aClientThatHasSentAFinIsServedWhereThatIsConfigured() throws Exception {
        try (HeldPartner held = HeldPartner.start();
                RunningServer server = start(
                        held.uri().toString(),
                        settings -> settings.clients(clients -> clients.halfClose(HalfClose.SERVE)));
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/fanout?c=1"));
            held.awaitRequest();
            client.finish();
            assertStaysInFlight(server);
            held.release();

            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("{\"p0\":{\"partner\":0}}");
        }
    }

    @Test
    void aResetCountsThoughAFinDoesNot() throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server =
                        start(silent, settings -> settings.clients(clients -> clients.halfClose(HalfClose.SERVE)));
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/fanout?c=2"));
            await().until(() -> silent.requests() == 2);
            client.reset();

            assertNothingIsLeft(server, silent);
        }
    }

    @Test
    void manyClientsThatLeaveAtAboutTheTimeOfTheirRepliesLeaveNothing() throws Exception {
        try (RawPartner quick = RawPartner.start(Misbehaviour.OK);
                RunningServer server = start(quick, settings -> {})) {
            for (int i = 0; i < CLIENTS; i++) {
                try (ClientSocket client = ClientSocket.to(server)) {
                    client.send(ClientSocket.get("/fanout?c=1"));
                    switch (i % 4) {
                        case 0 -> client.reset();
                        case 1 -> client.finish();
                        case 2 -> {
                            client.finish();
                            client.readToEnd();
                        }
                        default -> assertThat(client.status()).isEqualTo(200);
                    }
                }
            }
            await().untilAsserted(() -> {
                assertThat(server.broker().ledger().totals().inFlight()).isZero();
                assertThat(server.broker().partner("partner").permitsUsed()).isZero();
            });
        }
    }

    @Test
    void aClientThatLeavesWithItsReplyHasNotLeftARequest() throws Exception {
        try (RawPartner quick = RawPartner.start(Misbehaviour.OK);
                RunningServer server = start(quick, settings -> {})) {
            for (int i = 0; i < CLIENTS; i++) {
                try (ClientSocket client = ClientSocket.to(server)) {
                    client.send(ClientSocket.get("/fanout?c=1"));
                    assertThat(client.status()).isEqualTo(200);
                }
            }
            assertThat(Replies.get(server.adminUri(), "/metrics").body())
                    .contains("medley_inbound_closed_total{reason=\"client gone\"} 0");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theAccessLogHasAStatusOfItsOwn(Leaving leaving) throws Exception {
        try (LogLines log = LogLines.of("dev.medley.access");
                RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, settings -> settings.accessLog(true));
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/fanout?c=2"));
            await().until(() -> silent.requests() == 2);
            leaving.leave(client);

            await().untilAsserted(() ->
                    assertThat(log.lines()).singleElement().asString().contains("\" 499 0 \""));
        }
    }

    @ParameterizedTest
    @EnumSource(StreamEnd.class)
    void theAccessLogHasAStatusOfItsOwnForAStreamThatEnds(StreamEnd end) throws Exception {
        try (LogLines log = LogLines.of("dev.medley.access");
                RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                RunningServer server = start(silent, settings -> settings.accessLog(true));
                Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, "/fanout?c=2");
            client.flush();
            await().until(() -> silent.requests() == 2);
            end.end(client);

            await().untilAsserted(() ->
                    assertThat(log.lines()).singleElement().asString().contains("\" 499 0 \""));
        }
    }

    private RunningServer start(RawPartner partner, Consumer<ServerSettings.Builder> change) throws IOException {
        return start(partner.uri().toString(), change);
    }

    private RunningServer start(String partner, Consumer<ServerSettings.Builder> change) throws IOException {
        return new ServerBuilder()
                .port(0)
                .watchPeriod(WATCHED)
                .settings(settings -> change.accept(
                        settings.execution(mode).loops(loops).threads(32).deadline(LONG)))
                .partner("partner", partner)
                .mashup(new FanoutServlet())
                .start();
    }

    private static void secure(ServerSettings.Builder settings) {
        settings.tls(
                tls -> tls.certificate(rig.localhost().chain(), rig.localhost().key()));
    }

    /** The partner has a time-out of a minute, and the mashup one of ten. */
    private static void assertNothingIsLeft(RunningServer server, RawPartner silent) {
        await().untilAsserted(() -> {
            assertThat(silent.open()).as("connections to the partner").isZero();
            assertThat(server.broker().ledger().totals().inFlight())
                    .as("requests in flight")
                    .isZero();
            Partner partner = server.broker().partner("partner");
            assertThat(partner.permitsUsed()).as("permits").isZero();
            assertThat(partner.queued()).as("queued").isZero();
        });
    }

    /** Longer than the time within which a client that leaves is noticed. */
    private static void assertStaysInFlight(RunningServer server) {
        await().during(Duration.ofSeconds(1))
                .until(() -> server.broker().ledger().totals().inFlight() == 1);
    }
}
