package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A reply that is broken off never looks complete (RFC 9112, section 8): over HTTP/1.1 it has chunks, whatever ends the
 * connection, and the connection is reset, over TLS without close_notify. A complete one ends in order.
 */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class CutOffReplyTest {

    private static final String PART = "a part;";
    private static final String CHUNK = "\r\n\r\n7\r\na part;";
    private static final String LAST_CHUNK = "\r\n0\r\n\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final ExecutionMode mode;
    private final int loops;
    private final PartsServlet parts = new PartsServlet();

    CutOffReplyTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    @AfterEach
    void release() {
        parts.publisher.close();
    }

    /** The requests of HTTP/1 by which Jetty would delimit the reply by the end of the connection, and one by which not. */
    enum Request {
        HTTP_1_0("HTTP/1.0\r\n", false),
        HTTP_1_0_KEEP_ALIVE("HTTP/1.0\r\nConnection: keep-alive\r\n", false),
        HTTP_1_1("HTTP/1.1\r\nHost: localhost\r\n", true),
        HTTP_1_1_CLOSE("HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", true);

        private final String version;
        private final boolean chunked;

        Request(String version, boolean chunked) {
            this.version = version;
            this.chunked = chunked;
        }

        String text() {
            return "GET /parts " + version + "\r\n";
        }

        void assertDelimits(String head) {
            if (chunked) {
                assertThat(head).contains(CHUNKED).endsWith(CHUNK);
            } else {
                assertThat(head).doesNotContain(CHUNKED).endsWith("\r\n\r\n" + PART);
            }
        }
    }

    /** Over TLS without close_notify. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReplyThatIsCutOffEndsWithAReset(boolean secure) throws Exception {
        try (RunningServer server = start(secure ? CutOffReplyTest::secure : settings -> {})) {
            for (Request request : Request.values()) {
                parts.renew();
                try (ClientSocket client = connect(server, secure)) {
                    request.assertDelimits(readPart(client.send(request.text())));

                    parts.fail();

                    assertIsReset(client);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCompleteReplyEndsInOrder(boolean secure) throws Exception {
        try (RunningServer server = start(secure ? CutOffReplyTest::secure : settings -> {})) {
            for (Request request : Request.values()) {
                parts.renew();
                try (ClientSocket client = connect(server, secure)) {
                    request.assertDelimits(readPart(client.send(request.text())));

                    parts.complete();

                    if (request.chunked) {
                        client.readUntil(LAST_CHUNK);
                    }
                    if (request != Request.HTTP_1_1) {
                        client.readUntilClosed();
                    }
                }
            }
        }
    }

    /** The head is written while the server drains: with {@code Connection: close}. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false"})
    void duringADrainTheReplyHasChunks(boolean secure, boolean complete) throws Exception {
        RunningServer server = start(secure ? CutOffReplyTest::secure : settings -> {});
        int port = server.port();
        try (ClientSocket client = connect(server, secure)) {
            parts.hold();
            client.send(Request.HTTP_1_1.text());
            await().until(parts.begun::isDone);
            CompletableFuture<Void> closing = OwnThread.run(server::close);
            await().until(() -> isRefused(port));
            parts.release();

            String head = readPart(client);
            assertThat(head).contains("Connection: close\r\n");
            Request.HTTP_1_1.assertDelimits(head);
            if (complete) {
                parts.complete();
                client.readUntil(LAST_CHUNK);
                client.readUntilClosed();
            } else {
                parts.fail();
                assertIsReset(client);
            }
            closing.get(30, TimeUnit.SECONDS);
        } finally {
            server.close();
        }
    }

    @Test
    void theEndOfADrainCutsAReplyOffWithAReset() throws Exception {
        try (RunningServer server = start(settings -> settings.drain(Duration.ofMillis(1)));
                ClientSocket client = ClientSocket.to(server)) {
            readPart(client.send(Request.HTTP_1_1_CLOSE.text()));

            CompletableFuture<Void> closing = OwnThread.run(server::close);

            assertIsReset(client);
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void theDeadlineCutsAReplyOffWithAReset() throws Exception {
        try (RunningServer server = start(settings -> settings.deadline(Duration.ofMillis(300)));
                ClientSocket client = ClientSocket.to(server)) {
            readPart(client.send(Request.HTTP_1_0.text()));

            assertIsReset(client);
        }
    }

    /** It may still read, though it counts as gone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatHasClosedItsSideSeesThatItsReplyIsCutOff(boolean secure) throws Exception {
        try (RunningServer server = start(secure ? CutOffReplyTest::secure : settings -> {});
                ClientSocket client = connect(server, secure)) {
            readPart(client.send(Request.HTTP_1_0.text()));

            client.finish();

            assertIsReset(client);
        }
    }

    @Test
    void overHttp2TheStreamIsReset() throws Exception {
        try (RunningServer server = start(settings -> {});
                Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, "/parts");
            assertThat(client.await(Http2Wire.DATA).content()).isEqualTo(PART);

            parts.fail();

            Http2Wire.Frame end = client.awaitAny(Http2Wire.DATA, Http2Wire.RST_STREAM);
            assertThat(end.type()).isEqualTo(Http2Wire.RST_STREAM);
            assertThat(end.number(0)).as("error").isNotZero();
        }
    }

    @Test
    void overHttp2TheEndOfADrainDoesNotEndTheStream() throws Exception {
        try (RunningServer server = start(settings -> settings.drain(Duration.ofMillis(1)));
                Http2Wire client = Http2Wire.plain(server.port())) {
            client.get(1, "/parts");
            assertThat(client.await(Http2Wire.DATA).flags()).isZero();

            CompletableFuture<Void> closing = OwnThread.run(server::close);

            assertThatThrownBy(() -> client.await(Http2Wire.DATA))
                    .isInstanceOfAny(EOFException.class, SocketException.class);
            closing.get(30, TimeUnit.SECONDS);
        }
    }

    private static ClientSocket connect(RunningServer server, boolean secure) throws IOException {
        return secure ? ClientSocket.over(rig.clients().socket(server.port())) : ClientSocket.to(server);
    }

    private static String readPart(ClientSocket client) throws IOException {
        return client.readUntil(PART);
    }

    private static void assertIsReset(ClientSocket client) throws IOException {
        assertThat(client.readUntilReset()).isIn("", "\r\n");
    }

    private static boolean isRefused(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }

    private static void secure(ServerSettings.Builder settings) {
        settings.tls(
                tls -> tls.certificate(rig.localhost().chain(), rig.localhost().key()));
    }

    private RunningServer start(Consumer<ServerSettings.Builder> change) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> change.accept(
                        settings.execution(mode).loops(loops).threads(32).deadline(LONG)))
                .mashup(parts)
                .start();
    }

    /** Streams a part, and ends when the test says so, well or badly. */
    @WebServlet("/parts")
    private static final class PartsServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private transient volatile SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>();
        private final transient CompletableFuture<Boolean> begun = new CompletableFuture<>();
        private transient volatile CompletableFuture<Boolean> released = CompletableFuture.completedFuture(true);

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            SubmissionPublisher<ByteBuffer> mine = publisher;
            begun.complete(true);
            return released.thenApply(now -> Reply.stream("text/plain", subscriber -> {
                mine.subscribe(subscriber);
                mine.submit(ByteBuffer.wrap(PART.getBytes(StandardCharsets.US_ASCII)));
            }));
        }

        private void hold() {
            released = new CompletableFuture<>();
        }

        private void release() {
            released.complete(true);
        }

        private void renew() {
            publisher = new SubmissionPublisher<>();
        }

        private void fail() {
            publisher.closeExceptionally(new IllegalStateException("cut off"));
        }

        private void complete() {
            publisher.close();
        }
    }
}
