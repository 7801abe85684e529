package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that a client sends while an earlier one waits for partners are answered in order, byte for byte, though the server
 * looks for the end of the connection meanwhile; and it reads a small part of them at most.
 */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class PipeliningTest {

    /** More than is read ahead. */
    private static final int MANY = 200;
    /** Longer than the time after which the watch looks for clients that have left. */
    private static final Duration WATCHED = Duration.ofMillis(120);
    /** More than the buffers of both sides of a connection hold. */
    private static final long MORE_THAN_BUFFERS = 40L << 20;

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final ExecutionMode mode;
    private final int loops;

    PipeliningTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    @Test
    void aRequestInPiecesBehindOneThatWaitsIsAnsweredNext() throws Exception {
        try (HeldPartner held = HeldPartner.start();
                RunningServer server = start(held, settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            assertAnsweredInOrder(held, client);
        }
    }

    @Test
    void aRequestInPiecesBehindOneThatWaitsIsAnsweredNextOverTls() throws Exception {
        try (HeldPartner held = HeldPartner.start();
                RunningServer server = start(
                        held,
                        settings -> settings.tls(tls -> tls.certificate(
                                rig.localhost().chain(), rig.localhost().key())));
                ClientSocket client = ClientSocket.over(rig.clients().socket(server.port()))) {
            assertAnsweredInOrder(held, client);
        }
    }

    private static void assertAnsweredInOrder(HeldPartner held, ClientSocket client) throws IOException {
        client.send(ClientSocket.get("/fanout?c=1"));
        held.awaitRequest();
        pause();
        client.send("GET /fanout?c=2 HT");
        pause();
        client.send("TP/1.1\r\nHost: localhost\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: local");
        pause();
        held.release();

        assertThat(client.readUntil("{\"p0\":{\"partner\":0}}")).startsWith("HTTP/1.1 200 ");
        assertThat(client.readUntil("{\"p0\":{\"partner\":0},\"p1\":{\"partner\":0}}"))
                .startsWith("HTTP/1.1 200 ");
        client.send("host\r\nConnection: close\r\n\r\n");
        assertThat(client.readToEnd()).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void moreThanIsReadAheadIsAnsweredInOrder() throws Exception {
        try (HeldPartner held = HeldPartner.start();
                RunningServer server = start(held, settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            client.send(ClientSocket.get("/fanout?c=1"));
            held.awaitRequest();
            pause();
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < MANY; i++) {
                requests.append(ClientSocket.get("/number?n=" + i));
            }
            client.send(requests.toString());
            client.send("GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            pause();
            held.release();

            String replies = client.readToEnd();
            assertThat(replies.split("HTTP/1.1 404 ", -1)).hasSize(MANY + 2);
        }
    }

    @Test
    void anEndlessClientIsNotReadWhileItsRequestWaits() throws Exception {
        try (HeldPartner held = HeldPartner.start();
                RunningServer server = start(held, settings -> {});
                SocketChannel client =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
            client.write(StandardCharsets.ISO_8859_1.encode(ClientSocket.get("/fanout?c=1")));
            held.awaitRequest();
            pause();
            client.configureBlocking(false);
            AtomicLong sent = new AtomicLong();
            ByteBuffer requests = StandardCharsets.ISO_8859_1.encode(
                    ClientSocket.get("/nowhere").repeat(MANY));
            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(WATCHED.dividedBy(2)).until(() -> {
                for (int written = 1; written > 0 && sent.get() < MORE_THAN_BUFFERS; sent.addAndGet(written)) {
                    written = client.write(requests.rewind());
                }
                return before.getAndSet(sent.get()) == sent.get();
            });

            assertThat(sent).hasValueLessThan(MORE_THAN_BUFFERS);
        }
    }

    /** Lets the watch look for the end of the connection. */
    private static void pause() {
        await().pollDelay(WATCHED).until(() -> true);
    }

    private RunningServer start(HeldPartner partner, Consumer<ServerSettings.Builder> change) throws IOException {
        return new ServerBuilder()
                .port(0)
                .watchPeriod(WATCHED.dividedBy(3))
                .settings(settings -> change.accept(
                        settings.execution(mode).loops(loops).threads(32).drain(Duration.ZERO)))
                .partner("partner", partner.uri().toString())
                .mashup(new FanoutServlet())
                .start();
    }
}
