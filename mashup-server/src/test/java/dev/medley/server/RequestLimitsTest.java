package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A target, fields or a body that are too large have a status that says so, and the connection is closed. */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("modes")
class RequestLimitsTest {

    private static final int MAX_BODY = 10_000;
    private static final int MAX_HEAD = 4096;
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
    /** The entries of the static table with a status (RFC 7541, appendix A) are others. */
    private static final String LITERAL_STATUS_431 = "431";

    private final ExecutionMode mode;
    private final int loops;
    private RunningServer server;

    RequestLimitsTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    static Stream<Arguments> modes() {
        return ClientGoneTest.modes();
    }

    static Stream<Arguments> tooLarge() {
        return Stream.of(
                Arguments.of("a target", 414, "GET /" + "x".repeat(2 * MAX_HEAD) + HOST + "\r\n"),
                Arguments.of("a query", 414, "GET /length?" + "x".repeat(2 * MAX_HEAD) + HOST + "\r\n"),
                Arguments.of("a field", 431, "GET /length" + HOST + "X: " + "x".repeat(2 * MAX_HEAD) + "\r\n\r\n"),
                Arguments.of("a name of a field", 431, "GET /length" + HOST + "x".repeat(2 * MAX_HEAD) + ": x\r\n\r\n"),
                Arguments.of("many fields", 431, "GET /length" + HOST + "X: x\r\n".repeat(MAX_HEAD) + "\r\n"),
                Arguments.of("a body that is announced", 413, "POST /length" + HOST + "Content-Length: 10001\r\n\r\n"),
                Arguments.of("a body far beyond", 413, "POST /length" + HOST + "Content-Length: 999999999999\r\n\r\n"),
                Arguments.of(
                        "a body in chunks",
                        413,
                        "POST /length" + HOST + "Transfer-Encoding: chunked\r\n\r\n"
                                + ("800\r\n" + "x".repeat(0x800) + "\r\n").repeat(6)),
                Arguments.of(
                        "trailers",
                        400,
                        "POST /length" + HOST + "Transfer-Encoding: chunked\r\n\r\n0\r\n"
                                + "X: x\r\n".repeat(MAX_HEAD)),
                Arguments.of(
                        "a chunk extension",
                        400,
                        "POST /length" + HOST + "Transfer-Encoding: chunked\r\n\r\n1;" + "x".repeat(2 * MAX_HEAD)));
    }

    @BeforeEach
    void start() throws IOException {
        server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.execution(mode)
                        .loops(loops)
                        .threads(16)
                        .maxRequestBody(MAX_BODY)
                        .clients(clients -> clients.maxRequestHead(MAX_HEAD)))
                .mashup(new UploadServlets.Length())
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tooLarge")
    void aRequestThatIsTooLargeIsRefused(String what, int status, String request) throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send(request);

            assertThat(client.status()).as(what).isEqualTo(status);
        }
        await().untilAsserted(() ->
                assertThat(server.broker().ledger().totals().inFlight()).isZero());
    }

    @Test
    void aRequestWithinTheLimitsIsAnswered() throws IOException {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("POST /length" + HOST + "X: " + "x".repeat(MAX_HEAD / 2) + "\r\nContent-Length: " + MAX_BODY
                    + "\r\n\r\n" + "x".repeat(MAX_BODY));

            assertThat(client.status()).isEqualTo(200);
        }
    }

    @Test
    void fieldsOverHttp2ThatAreTooLargeAreRefused() throws IOException {
        try (Http2Wire client = Http2Wire.plain(server.port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Wire.head("GET", "/length"));
            for (int i = 0; i < MAX_HEAD / 50; i++) {
                Http2Wire.field(head, "x-" + i, "x".repeat(90));
            }
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());

            Http2Wire.Frame end = client.awaitAny(Http2Wire.HEADERS, Http2Wire.RST_STREAM, Http2Wire.GOAWAY);
            assertThat(end.type() != Http2Wire.HEADERS || end.content().contains(LITERAL_STATUS_431))
                    .isTrue();
        }
    }
}
