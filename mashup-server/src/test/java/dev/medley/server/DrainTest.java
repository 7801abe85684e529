package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.config.PlainReply;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@ParameterizedClass(name = "{0} loops")
@ValueSource(ints = {2, 0})
class DrainTest {

    private static final Duration DELAY = Duration.ofSeconds(30);
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.medley.server.internal.lifecycle.Drain");

    private final ManualClock clock = new ManualClock();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    private final int loops;

    @TempDir
    private Path folder;

    DrainTest(int loops) {
        this.loops = loops;
    }

    @BeforeEach
    void listen() {
        log.start();
        LOGGER.addAppender(log);
    }

    @AfterEach
    void close() throws Exception {
        LOGGER.detachAppender(log);
        clock.pass(DELAY);
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void newRequestsAreServedForTheDelayWhileTheServerIsNotReady() throws Exception {
        RunningServer server = start(held(), settings -> settings.drainDelay(DELAY));
        URI uri = server.uri();
        KeptConnection before = kept(uri);
        assertThat(before.get("/nowhere")).isEqualTo(404);

        CompletableFuture<Void> closing = OwnThread.run(server::close);
        await().until(() -> clock.alarms() == 1);

        assertThat(Replies.get(server.adminUri(), "/health/ready").statusCode()).isEqualTo(503);
        assertThat(before.get("/nowhere")).isEqualTo(404);
        assertThat(before.closes()).isFalse();
        assertThat(kept(uri).get("/nowhere")).isEqualTo(404);
        assertThat(closing).isNotDone();

        clock.pass(DELAY);

        closing.get(30, TimeUnit.SECONDS);
        assertRefused(uri.getPort());
        assertThat(lines().get(0))
                .isEqualTo("not ready: new requests are served for 30000 ms more, then the drain begins");
    }

    @Test
    void connectionsAndRequestsAreRefusedWhileARequestInFlightIsCompleted() throws Exception {
        HeldPartner partner = held();
        RunningServer server = start(partner, settings -> {});
        URI uri = server.uri();
        KeptConnection kept = kept(uri);
        assertThat(kept.get("/nowhere")).isEqualTo(404);
        CompletableFuture<HttpResponse<String>> inFlight = Replies.getLater(uri, "/fanout?c=1");
        partner.awaitRequest();

        CompletableFuture<Void> closing = OwnThread.run(server::close);

        // Without a pause: a connection that is idle is closed when the drain begins.
        await().pollInterval(Duration.ofMillis(10)).until(() -> kept.get("/nowhere") == 503);
        assertThat(kept.closes()).isTrue();
        assertRefused(uri.getPort());
        assertThat(inFlight).isNotDone();

        partner.release();

        assertThat(inFlight.join().statusCode()).isEqualTo(200);
        assertThat(inFlight.join().headers().firstValue("Connection")).contains("close");
        closing.get(30, TimeUnit.SECONDS);
        assertThat(lines().get(0)).isEqualTo("the drain begins: 1 requests in flight, 10000 ms to complete");
        assertThat(lines().get(1)).matches("the drain ends after [0-9]+ ms: 1 requests completed, 0 cut off");
    }

    @Test
    void aConnectionOfHttp2IsToldToGoAwayAndItsStreamIsCompleted() throws Exception {
        HeldPartner partner = held();
        RunningServer server = start(partner, settings -> {});
        try (Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, "/fanout?c=1");
            client.flush();
            partner.awaitRequest();

            CompletableFuture<Void> closing = OwnThread.run(server::close);

            assertThat(client.await(Http2Wire.GOAWAY).number(Integer.BYTES)).isZero();
            partner.release();
            assertThat(client.await(Http2Wire.DATA).content()).contains("partner");
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void theDrainAppliesToTlsAndToPlainHttp() throws Exception {
        HeldPartner partner = held();
        TlsRig rig = new TlsRig(folder);
        open.add(rig);
        RunningServer server = start(
                partner,
                settings -> settings.tls(tls -> tls.certificate(
                                rig.localhost().chain(), rig.localhost().key()))
                        .https(https -> https.plain(0, PlainReply.REFUSE)));
        int port = server.port();
        int plainPort = server.plainPort();
        KeptConnection plain = KeptConnection.over(new Socket(InetAddress.getLoopbackAddress(), plainPort));
        open.add(plain);
        KeptConnection secure = KeptConnection.over(rig.clients().socket(port));
        open.add(secure);
        assertThat(plain.get("/nowhere")).isEqualTo(403);
        assertThat(secure.get("/nowhere")).isEqualTo(404);
        KeptConnection inFlight = KeptConnection.over(rig.clients().socket(port));
        open.add(inFlight);
        CompletableFuture<Integer> status = OwnThread.call(() -> status(inFlight));
        partner.awaitRequest();

        CompletableFuture<Void> closing = OwnThread.run(server::close);

        await().pollInterval(Duration.ofMillis(10)).until(() -> plain.get("/nowhere") == 503);
        assertThat(secure.get("/nowhere")).isEqualTo(503);
        assertThat(secure.closes()).isTrue();
        assertRefused(port);
        assertRefused(plainPort);
        partner.release();
        assertThat(status.get(30, TimeUnit.SECONDS)).isEqualTo(200);
        closing.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aRequestThatTakesTooLongIsCutOffAndCounted() throws Exception {
        HeldPartner partner = held();
        RunningServer server = start(partner, settings -> settings.drain(Duration.ofMillis(50)));
        KeptConnection client = kept(server.uri());
        CompletableFuture<Integer> status = OwnThread.call(() -> status(client));
        partner.awaitRequest();

        server.close();

        assertThat(status.get(30, TimeUnit.SECONDS)).isNotEqualTo(200);
        assertThat(lines().get(1))
                .matches("the drain has waited for 1 connections: /127.0.0.1:[0-9]+, a request is in flight");
        assertThat(lines().get(2)).matches("the drain ends after [0-9]+ ms: 0 requests completed, 1 cut off");
    }

    @Test
    void theLogTellsIdleConnectionsFromThoseThatTheDrainHasWaitedFor() throws Exception {
        HeldPartner partner = held();
        RunningServer server = start(partner, settings -> settings.drain(Duration.ZERO));
        Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.port());
        open.add(idle);
        assertThat(KeptConnection.over(idle).get("/nowhere")).isEqualTo(404);
        Socket serving = new Socket(InetAddress.getLoopbackAddress(), server.port());
        open.add(serving);
        CompletableFuture<Integer> status = OwnThread.call(() -> status(KeptConnection.over(serving)));
        partner.awaitRequest();
        // The first request ends once it is written.
        await().until(() -> server.broker().pool().use().utilized() == 0);

        server.close();

        assertThat(status.get(30, TimeUnit.SECONDS)).isNotEqualTo(200);
        assertThat(lines().get(1))
                .startsWith("the drain has waited for 2 connections: ")
                .contains(
                        "/127.0.0.1:" + idle.getLocalPort() + ", idle",
                        "/127.0.0.1:" + serving.getLocalPort() + ", a request is in flight");
    }

    @Test
    void aSecondCallWaitsForTheFirst() throws Exception {
        RunningServer server = start(held(), settings -> settings.drainDelay(DELAY));
        CompletableFuture<Void> first = OwnThread.run(server::close);
        await().until(() -> clock.alarms() == 1);
        Thread second = new Thread(server::close, "second");
        second.start();

        await().until(() -> second.getState() == Thread.State.WAITING);
        clock.pass(DELAY);

        first.get(30, TimeUnit.SECONDS);
        second.join();
        server.close();
        assertThat(lines()).hasSize(3);
    }

    @Test
    void anInterruptEndsTheDelay() throws Exception {
        RunningServer server = start(held(), settings -> settings.drainDelay(DELAY));
        URI uri = server.uri();
        boolean[] kept = {false};
        Thread closing = new Thread(
                () -> {
                    server.close();
                    kept[0] = Thread.currentThread().isInterrupted();
                },
                "closing");
        closing.start();
        await().until(() -> clock.alarms() == 1);

        closing.interrupt();

        closing.join();
        assertThat(kept[0]).isTrue();
        assertRefused(uri.getPort());
    }

    private static int status(KeptConnection client) {
        try {
            return client.get("/fanout?c=1");
        } catch (IOException x) {
            return 0;
        }
    }

    private static void assertRefused(int port) {
        await().untilAsserted(() -> assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class));
    }

    private KeptConnection kept(URI uri) throws IOException {
        KeptConnection kept = KeptConnection.to(uri);
        open.add(kept);
        return kept;
    }

    private HeldPartner held() throws IOException {
        HeldPartner partner = HeldPartner.start();
        open.add(partner);
        return partner;
    }

    private RunningServer start(HeldPartner partner, Consumer<ServerSettings.Builder> change) throws IOException {
        RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> change.accept(settings.loops(loops)))
                .drainClock(clock)
                .partner("held", partner.uri().toString())
                .mashup(new FanoutServlet())
                .start();
        open.add(server);
        return server;
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
