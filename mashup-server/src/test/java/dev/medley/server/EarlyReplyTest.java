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
import dev.medley.servlet.annotation.MashupBulkhead;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A reply to a request whose body has not come, or not come whole, is not lost in a reset of the connection: the server takes
 * what the client still sends, within bounds.
 */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class EarlyReplyTest {

    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String PIECE = "x".repeat(20_000);
    private static final int PIECES = 20;
    private static final int TOO_MANY_PIECES = 2000;
    private static final int MAX_BODY = 1000;
    private static final int POSTS = 60;
    /** More than a client may reset in four seconds. */
    private static final int MANY = 200;

    private static final int NO_ERROR = 0;
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final Duration DRIP = Duration.ofMillis(25);

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final ExecutionMode mode;
    private final int loops;
    private final HeldServlet held = new HeldServlet();
    private final BesideServlet beside = new BesideServlet();

    EarlyReplyTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    static Stream<Arguments> early() {
        String length = "Content-Length: " + (PIECES + 1) * PIECE.length() + "\r\n\r\n";
        return Stream.of(
                Arguments.of("a mashup that does not read it", 200, "POST /now" + HOST + length),
                Arguments.of("a refusal of admission", 503, "POST /held" + HOST + length),
                Arguments.of("a body that is announced too large", 413, "POST /length" + HOST + length),
                Arguments.of(
                        "a body in chunks that becomes too large",
                        413,
                        "POST /length" + HOST + "Transfer-Encoding: chunked\r\n\r\n100000\r\n"),
                Arguments.of("a path without a mashup", 404, "POST /none" + HOST + length),
                Arguments.of("a malformed field", 400, "POST /now" + HOST + "a b: c\r\n" + length),
                Arguments.of(
                        "a malformed chunk", 400, "POST /length" + HOST + "Transfer-Encoding: chunked\r\n\r\nx\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("early")
    void aClientThatIsStillSendingIsNotReset(String what, int status, String head) throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket holder = hold(server);
                ClientSocket client = ClientSocket.to(server)) {
            assertIsNotReset(client, what, status, head);
            held.release();
            assertThat(holder.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aClientThatIsStillSendingOverTlsIsNotReset(String version) throws Exception {
        try (RunningServer server = start(settings -> settings.tls(tls ->
                        tls.certificate(rig.localhost().chain(), rig.localhost().key())));
                SSLSocket socket = rig.clients().socket(server.port())) {
            socket.setEnabledProtocols(new String[] {version});
            String head = "POST /now" + HOST + "Content-Length: " + (PIECES + 1) * PIECE.length() + "\r\n\r\n";
            assertIsNotReset(ClientSocket.over(socket), version, 200, head);
        }
    }

    /** A read that waits for more of the body is no reason to reset the connection. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReplyBesideAReadThatWaitsIsNotReset(boolean secure) throws Exception {
        try (RunningServer server = start(settings -> {
                    // The body is not to be too slow before the reply comes.
                    settings.clients(clients -> clients.rateGrace(Duration.ofSeconds(20)));
                    if (secure) {
                        settings.tls(tls -> tls.certificate(
                                rig.localhost().chain(), rig.localhost().key()));
                    }
                });
                ClientSocket client =
                        secure ? ClientSocket.over(rig.clients().socket(server.port())) : ClientSocket.to(server)) {
            client.send("POST /beside" + HOST + "Content-Length: 900\r\n\r\nx");
            await().until(beside.runs::isDone);
            await().pollDelay(DRIP).until(() -> true);
            beside.reply.complete(Reply.text("beside"));
            assertThat(client.readUntil("beside")).startsWith("HTTP/1.1 200 ");
            for (int i = 0; i < PIECES; i++) {
                client.send(PIECE);
            }
            client.readUntilClosed();
        }
    }

    private static void assertIsNotReset(ClientSocket client, String what, int status, String head) throws IOException {
        client.send(head + PIECE);
        assertThat(client.status()).as(what).isEqualTo(status);
        for (int i = 0; i < PIECES; i++) {
            client.send(PIECE);
        }
        client.readUntilClosed();
    }

    /** A client that writes and reads at a time gives up when it cannot write, whatever it could read. */
    @Test
    void noReplyIsLost() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        try (RunningServer server = start(settings -> {})) {
            for (int i = 0; i < POSTS; i++) {
                HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/now"))
                        .POST(BodyPublishers.ofString(PIECE.repeat(PIECES)))
                        .build();
                assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("now");
            }
        }
    }

    @Test
    void theConnectionIsKeptOnceTheBodyHasCome() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            for (int i = 0; i < 2; i++) {
                client.send("POST /now" + HOST + "Content-Length: 3\r\n\r\nabc");
                assertThat(client.readUntil("now")).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void aClientThatSendsWithoutEndIsCut() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /now" + HOST + "Content-Length: 999999999999\r\n\r\n");
            assertThat(client.status()).isEqualTo(200);

            assertThat(piecesUntilCut(client)).isLessThan(TOO_MANY_PIECES);
            assertCutIsCounted(server);
        }
    }

    private static int piecesUntilCut(ClientSocket client) {
        for (int i = 0; i < TOO_MANY_PIECES; i++) {
            try {
                client.send(PIECE);
            } catch (IOException cut) {
                return i;
            }
        }
        return TOO_MANY_PIECES;
    }

    @Test
    void aClientThatDripsIsCut() throws Exception {
        try (RunningServer server = start(settings -> {});
                ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /now" + HOST + "Content-Length: 100000\r\n\r\n");
            assertThat(client.status()).isEqualTo(200);

            await().pollInterval(DRIP)
                    .untilAsserted(() -> assertThat(isCut(client)).isTrue());
            assertCutIsCounted(server);
        }
    }

    private static boolean isCut(ClientSocket client) {
        try {
            client.send("x");
            return false;
        } catch (IOException cut) {
            return true;
        }
    }

    private static void assertCutIsCounted(RunningServer server) {
        await().untilAsserted(() ->
                assertThat(Replies.get(server.adminUri(), "/status").body()).contains("\"unread body\" : 1"));
    }

    @Test
    @Timeout(30)
    void theDrainWaitsForNoClientBeyondTheBound() throws Exception {
        RunningServer server = start(settings -> settings.drain(Duration.ofMinutes(1)));
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /now" + HOST + "Content-Length: 100000\r\n\r\n");
            assertThat(client.status()).isEqualTo(200);
            server.close();
        }
    }

    @Test
    void overHttp2TheStreamIsResetWithoutErrorAndTheConnectionKept() throws Exception {
        try (RunningServer server = start(settings -> {});
                Http2Wire client = Http2Wire.plain(server.port())) {
            client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, Http2Wire.head("POST", "/now"));
            client.send(Http2Wire.DATA, 0, 1, new byte[100]);

            assertThat(client.awaitBody()).isEqualTo("now");
            assertThat(client.await(Http2Wire.RST_STREAM).number(0)).isEqualTo(NO_ERROR);
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, 1, new byte[100]);
            client.get(3, "/now");
            assertThat(client.awaitBody()).isEqualTo("now");
        }
    }

    @Test
    void overHttp2NoNumberOfEarlyRepliesEndsTheConnection() throws Exception {
        try (RunningServer server = start(settings -> {});
                Http2Wire client = Http2Wire.plain(server.port())) {
            for (int i = 0; i < MANY; i++) {
                client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 2 * i + 1, Http2Wire.head("POST", "/now"));
                assertThat(client.awaitBody()).isEqualTo("now");
                assertThat(client.await(Http2Wire.RST_STREAM).number(0)).isEqualTo(NO_ERROR);
            }
            client.get(2 * MANY + 1, "/now");
            assertThat(client.awaitBody()).isEqualTo("now");
        }
    }

    /** Takes the only permit of its mashup. */
    private ClientSocket hold(RunningServer server) throws IOException {
        ClientSocket holder = ClientSocket.to(server).send(ClientSocket.get("/held"));
        await().until(held.runs::isDone);
        return holder;
    }

    private RunningServer start(Consumer<ServerSettings.Builder> change) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> change.accept(settings.execution(mode)
                        .loops(loops)
                        .threads(32)
                        .maxRequestBody(MAX_BODY)
                        .clients(clients -> clients.rateGrace(SHORT))))
                .mashup(new NowServlet())
                .mashup(new UploadServlets.Length())
                .mashup(held)
                .mashup(beside)
                .watchPeriod(DRIP)
                .start();
    }

    /** Replies without reading its body. */
    @WebServlet("/now")
    @MashupMethods({"GET", "POST"})
    private static final class NowServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("now"));
        }
    }

    /** Replies when the test says so, to one request at a time. */
    @WebServlet("/held")
    @MashupMethods({"GET", "POST"})
    @MashupBulkhead(1)
    private static final class HeldServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient CompletableFuture<Boolean> runs = new CompletableFuture<>();
        private final transient CompletableFuture<Reply> reply = new CompletableFuture<>();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            runs.complete(true);
            return reply;
        }

        private void release() {
            reply.complete(Reply.text("held"));
        }
    }

    /** Replies when the test says so, while it reads its body. */
    @WebServlet("/beside")
    @MashupMethods("POST")
    private static final class BesideServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient CompletableFuture<Boolean> runs = new CompletableFuture<>();
        private final transient CompletableFuture<Reply> reply = new CompletableFuture<>();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            mashup.requestBody();
            runs.complete(true);
            return reply;
        }
    }
}
