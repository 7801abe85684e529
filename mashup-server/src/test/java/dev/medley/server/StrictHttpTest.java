package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that two servers could read in two ways (request smuggling; RFC 9112, section 11.2) are refused, and their connection
 * is closed: what is behind them is no request.
 */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("modes")
class StrictHttpTest {

    /** What a smuggled request would be. */
    private static final String BEHIND = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static final String POST = "POST /echo HTTP/1.1\r\nHost: localhost\r\n";
    private static final String GET = "GET /echo HTTP/1.1\r\nHost: localhost\r\n";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";

    private static final String CLOSED = "reset, or closed";
    private static final String REFUSED = "status 400";
    /** The entry of the static table (RFC 7541, appendix A). */
    private static final int STATUS_400 = 0x80 | 12;

    private static final byte[] BODY = "hello".getBytes(StandardCharsets.US_ASCII);

    private static final List<String> COMPOSED = new CopyOnWriteArrayList<>();
    /** The one server of a mode. */
    private static final List<RunningServer> STARTED = new CopyOnWriteArrayList<>();

    /** The mode and the loops are for the server, which all tests of one mode share. */
    StrictHttpTest(ExecutionMode mode, int loops) {
        assertThat(loops).as("%s", mode).isNotNegative();
    }

    static Stream<Arguments> modes() {
        return ClientGoneTest.modes();
    }

    @BeforeParameterizedClassInvocation
    static void start(ExecutionMode mode, int loops) throws IOException {
        STARTED.add(new ServerBuilder()
                .port(0)
                .settings(settings -> settings.execution(mode).loops(loops).threads(16))
                .mashup(new EchoServlet())
                .start());
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server().close();
        STARTED.clear();
    }

    private static RunningServer server() {
        return STARTED.get(0);
    }

    @BeforeEach
    void forget() {
        COMPOSED.clear();
    }

    /** Each with its name; all are refused with a 400. */
    static Stream<Arguments> ambiguous() {
        return Stream.of(
                // ---- Length and transfer coding.
                of("CL.TE", POST + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG"),
                of("TE.CL", POST + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n" + BEHIND),
                of("TE.0", POST + "Transfer-Encoding: identity\r\n\r\n" + "5\r\nhello\r\n0\r\n\r\n"),
                of("two lengths that differ", POST + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
                of("two lengths that are equal", POST + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
                of("a list of lengths", POST + "Content-Length: 5, 5\r\n\r\nhello"),
                of("a length with a sign", POST + "Content-Length: +5\r\n\r\nhello"),
                of("a negative length", POST + "Content-Length: -5\r\n\r\nhello"),
                of("a length in hexadecimal", POST + "Content-Length: 0x5\r\n\r\nhello"),
                of("a length with a space", POST + "Content-Length: 1 5\r\n\r\nhello"),
                of("an empty length", POST + "Content-Length:\r\n\r\nhello"),
                of("a length that overflows", POST + "Content-Length: 18446744073709551621\r\n\r\nhello"),
                of("a quoted length", POST + "Content-Length: \"5\"\r\n\r\nhello"),
                of("chunked twice", POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
                of("chunked in two fields", twice("chunked", "chunked")),
                of("chunked, and identity in another field", twice("chunked", "identity")),
                of("identity, and chunked in another field", twice("identity", "chunked")),
                of("chunked that is not last", POST + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n"),
                of("another coding before chunked", POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                of("an unknown coding", POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
                of("a quoted coding", POST + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n"),
                of("a coding with a parameter", POST + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n"),
                of("an empty coding", POST + "Transfer-Encoding:\r\n\r\n0\r\n\r\n"),
                of("a list with an empty coding", POST + "Transfer-Encoding: ,chunked\r\n\r\n0\r\n\r\n"),
                of("a coding with a vertical tab", POST + "Transfer-Encoding: \u000Bchunked\r\n\r\n0\r\n\r\n"),
                of("a coding over HTTP/1.0", CHUNKED.replace("1.1", "1.0") + "0\r\n\r\n"),
                // ---- Fields.
                of("space before the colon", POST + "Content-Length : 5\r\n\r\nhello"),
                of("tab before the colon", POST + "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n"),
                of("space before the first field", "GET /echo HTTP/1.1\r\n Host: localhost\r\n\r\n"),
                of("obs-fold", GET + "X-Folded: a\r\n b\r\n\r\n"),
                of("obs-fold of a coding", POST + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
                of("a field without a colon", GET + "X-None\r\n\r\n"),
                of("a field without a name", GET + ": x\r\n\r\n"),
                of("a control character in a name", GET + "X\u0001Y: x\r\n\r\n"),
                of("a byte beyond ASCII in a name", GET + "X\u00E9: x\r\n\r\n"),
                of("NUL in a value", GET + "X-Nul: a\0b\r\n\r\n"),
                of("NUL in a name", GET + "X\0: x\r\n\r\n"),
                of("a lone CR in a value", GET + "X-Cr: a\rX-Next: b\r\n\r\n"),
                of("a lone LF at the end of a field", GET + "X-Lf: a\n\r\n"),
                of("a lone LF at the end of the request line", "GET /echo HTTP/1.1\nHost: localhost\r\n\r\n"),
                of("a lone LF at the end of the head", GET + "X-Lf: a\r\n\n"),
                of("lone LFs throughout", GET.replace("\r", "") + "\n"),
                of("a lone CR at the end of the head", GET + "X-Cr: a\r\n\rX"),
                // ---- Host and target.
                of("no host", "GET /echo HTTP/1.1\r\n\r\n"),
                of("two hosts", GET + "Host: other\r\n\r\n"),
                of("an empty host", "GET /echo HTTP/1.1\r\nHost:\r\n\r\n"),
                of("a host with a user", "GET /echo HTTP/1.1\r\nHost: user@localhost\r\n\r\n"),
                of("a host with a space", "GET /echo HTTP/1.1\r\nHost: local host\r\n\r\n"),
                of("a host with a path", "GET /echo HTTP/1.1\r\nHost: localhost/x\r\n\r\n"),
                of("a host with a port that is none", "GET /echo HTTP/1.1\r\nHost: localhost:x\r\n\r\n"),
                of("a target with a space", "GET /echo x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                of("a target with NUL", "GET /echo\0 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                of("a target with a tab", "GET /echo\tx HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                of("a target without a slash", "GET echo HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                of("a method with a character that is none", "GE(T /echo HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                // ---- Chunks.
                of("a chunk size that is none", CHUNKED + "x\r\nhello\r\n0\r\n\r\n"),
                of("a chunk size in C", CHUNKED + "0x5\r\nhello\r\n0\r\n\r\n"),
                of("a negative chunk size", CHUNKED + "-5\r\nhello\r\n0\r\n\r\n"),
                of("a chunk size with a sign", CHUNKED + "+5\r\nhello\r\n0\r\n\r\n"),
                of("a chunk size that overflows", CHUNKED + "10000000000000005\r\nhello\r\n0\r\n\r\n"),
                of("an empty chunk size", CHUNKED + "\r\nhello\r\n0\r\n\r\n"),
                of("a space before a chunk size", CHUNKED + " 5\r\nhello\r\n0\r\n\r\n"),
                of("an underscore in a chunk size", CHUNKED + "0_5\r\nhello\r\n0\r\n\r\n"),
                of("a lone LF behind a chunk size", CHUNKED + "5\nhello\r\n0\r\n\r\n"),
                of("a lone CR behind a chunk size", CHUNKED + "5\rhello\r\n0\r\n\r\n"),
                of("a lone LF behind a chunk", CHUNKED + "5\r\nhello\n0\r\n\r\n"),
                of("nothing behind a chunk", CHUNKED + "5\r\nhello0\r\n\r\n"),
                of("a longer chunk than announced", CHUNKED + "4\r\nhello\r\n0\r\n\r\n"),
                of("a lone LF behind the last chunk", CHUNKED + "5\r\nhello\r\n0\n\r\n"),
                of("a lone LF at the end of the trailers", CHUNKED + "5\r\nhello\r\n0\r\n\n"),
                of("a chunk extension without a name", CHUNKED + "5;\r\nhello\r\n0\r\n\r\n"),
                of("a chunk extension with a lone LF", CHUNKED + "5;a\nb\r\nhello\r\n0\r\n\r\n"),
                of("a chunk extension with a lone CR", CHUNKED + "5;a=\rb\r\nhello\r\n0\r\n\r\n"),
                of("a chunk extension with NUL", CHUNKED + "5;a=\0\r\nhello\r\n0\r\n\r\n"),
                of("a chunk extension with an open quote", CHUNKED + "5;a=\"b\r\nhello\r\n0\r\n\r\n"),
                of("a chunk extension behind a quote", CHUNKED + "5;a=\"b\"c\r\nhello\r\n0\r\n\r\n"),
                of("a chunk extension without a value", CHUNKED + "5;a=\r\nhello\r\n0\r\n\r\n"),
                of("a folded trailer", CHUNKED + "5\r\nhello\r\n0\r\nX: a\r\n b\r\n\r\n"),
                of("a space before the colon of a trailer", CHUNKED + "5\r\nhello\r\n0\r\nX : a\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ambiguous")
    void anAmbiguousRequestIsRefusedAndItsConnectionClosed(String name, String request) throws IOException {
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send(request + BEHIND);

            String replies = client.readToEnd();
            assertThat(replies).as(name).startsWith("HTTP/1.1 400 ");
            assertThat(replies.split("HTTP/1.1 ", -1))
                    .as("replies: %s", replies)
                    .hasSize(2);
            assertThat(COMPOSED).doesNotContain("/smuggled");
        }
    }

    /** What has one length, and is refused for something else: the connection may go on. */
    @ParameterizedTest
    @CsvSource({
        "GET http://other/echo HTTP/1.1, 400",
        "GET /echo#x HTTP/1.1, 400",
        "GET HTTP/1.1, 505",
        "GET /echo, 505",
        "GET /echo http/1.1, 400",
        "GET /echo HTTP/3.0, 505",
        "GET /echo HTTX/1.1, 505"
    })
    void aRequestLineThatIsWrongIsRefused(String line, int status) throws IOException {
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send(line + "\r\nHost: localhost\r\n\r\n");

            assertThat(client.status()).isEqualTo(status);
            assertThat(COMPOSED).isEmpty();
        }
    }

    /** Each with its name and a request; behind it the connection serves the next one. */
    static Stream<Arguments> plain() {
        return Stream.of(
                Arguments.of("a length", POST + "Content-Length: 5\r\n\r\nhello"),
                Arguments.of("chunks", CHUNKED + "5\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("chunks in capitals", CHUNKED.replace("chunked", "CHUNKED") + "5\r\nhello\r\n0\r\n\r\n"),
                Arguments.of("a chunk size with zeros", CHUNKED + "005\r\nhello\r\n000\r\n\r\n"),
                Arguments.of("chunk extensions", CHUNKED + "5;a;b=c;d=\"e;\\\"f\"\r\nhello\r\n0;g\r\n\r\n"),
                Arguments.of("a trailer", CHUNKED + "5\r\nhello\r\n0\r\nX-Trailer: a\r\n\r\n"),
                Arguments.of("an empty line before", "\r\n" + POST + "Content-Length: 5\r\n\r\nhello"),
                Arguments.of(
                        "a target with its host",
                        POST.replace(" /echo", " http://localhost/echo") + "Content-Length: 5\r\n\r\nhello"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plain")
    void aRequestThatIsReadInOneWayIsAnswered(String name, String request) throws IOException {
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send(request + "GET /smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

            String replies = client.readToEnd();
            assertThat(replies).as(name).startsWith("HTTP/1.1 200 ").contains("hello");
            assertThat(replies.split("HTTP/1.1 200 ", -1))
                    .as("replies: %s", replies)
                    .hasSize(3);
        }
    }

    /** Each with its name and the fields of a request on stream 1 that has no body. */
    static Stream<Arguments> malformed() {
        return Stream.of(
                fields("connection", "connection", "close"),
                fields("transfer-encoding", "transfer-encoding", "chunked"),
                fields("keep-alive", "keep-alive", "timeout=5"),
                fields("proxy-connection", "proxy-connection", "keep-alive"),
                fields("upgrade", "upgrade", "h2c"),
                fields("te that is not trailers", "te", "gzip"),
                fields("a capital in a name", "X-Capital", "a"),
                fields("CR and LF in a value", "x", "a\r\nhost: other"),
                fields("a lone LF in a value", "x", "a\nb"),
                fields("a lone CR in a value", "x", "a\rb"),
                fields("NUL in a value", "x", "a\0b"),
                fields("a space at the beginning of a value", "x", " a"),
                fields("CR and LF in a name", "x\r\ny", "a"),
                fields("a colon in a name", "x:y", "a"),
                fields("a space in a name", "x y", "a"),
                fields("an empty name", "", "a"),
                fields("a pseudo-field behind others", ":path", "/smuggled"),
                fields("an unknown pseudo-field", ":unknown", "a"),
                fields("two hosts", "host", "other"),
                fields("a length that is none", "content-length", "x"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void aMalformedRequestOverHttp2IsRefused(String name, String field, String value) throws IOException {
        try (Http2Wire client = Http2Wire.plain(server().port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Wire.head("GET", "/smuggled"));
            Http2Wire.field(head, field, value);
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());

            assertThat(end(client)).as(name).isIn(CLOSED, REFUSED);
            assertThat(COMPOSED).isEmpty();
        }
    }

    @Test
    void aBodyOverHttp2ThatIsLongerThanItsLengthIsRefused() throws IOException {
        assertThat(endOfBody("3")).isIn(CLOSED, REFUSED);
    }

    @Test
    void aBodyOverHttp2ThatIsShorterThanItsLengthIsRefused() throws IOException {
        assertThat(endOfBody("7")).isIn(CLOSED, REFUSED);
    }

    @Test
    void aLengthOverHttp2WithoutABodyIsRefused() throws IOException {
        try (Http2Wire client = Http2Wire.plain(server().port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Wire.head("POST", "/echo"));
            Http2Wire.field(head, "content-length", "5");
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());

            assertThat(end(client)).isIn(CLOSED, REFUSED);
            assertThat(COMPOSED).isEmpty();
        }
    }

    @Test
    void aBodyOverHttp2ThatTrailersEndBeforeItsLengthIsRefused() throws IOException {
        try (Http2Wire client = Http2Wire.plain(server().port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Wire.head("POST", "/echo"));
            Http2Wire.field(head, "content-length", "7");
            client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, head.toByteArray());
            client.send(Http2Wire.DATA, 0, 1, BODY);
            ByteArrayOutputStream trailers = new ByteArrayOutputStream();
            Http2Wire.field(trailers, "x", "y");
            client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, trailers.toByteArray());

            assertThat(end(client)).isIn(CLOSED, REFUSED);
        }
    }

    private String endOfBody(String length) throws IOException {
        try (Http2Wire client = Http2Wire.plain(server().port())) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Wire.head("POST", "/echo"));
            Http2Wire.field(head, "content-length", length);
            client.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, head.toByteArray());
            client.send(Http2Wire.DATA, Http2Wire.END_STREAM, 1, BODY);
            return end(client);
        }
    }

    /** Returns the end of the stream, or of the connection. */
    private static String end(Http2Wire client) throws IOException {
        try {
            Http2Wire.Frame end = client.awaitAny(Http2Wire.RST_STREAM, Http2Wire.GOAWAY, Http2Wire.HEADERS);
            return end.type() != Http2Wire.HEADERS
                    ? CLOSED
                    : end.content().indexOf(STATUS_400) >= 0 ? REFUSED : "" + end;
        } catch (EOFException closed) {
            return CLOSED;
        }
    }

    private static Arguments of(String name, String request) {
        return Arguments.of(name, request);
    }

    private static Arguments fields(String name, String field, String value) {
        return Arguments.of(name, field, value);
    }

    private static String twice(String first, String second) {
        return POST + "Transfer-Encoding: " + first + "\r\nTransfer-Encoding: " + second + "\r\n\r\n0\r\n\r\n";
    }

    /** Replies with its body, and notes its path. */
    @WebServlet({"/echo", "/smuggled"})
    @MashupMethods({"GET", "POST"})
    private static final class EchoServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            COMPOSED.add(mashup.inbound().path());
            return mashup.inbound().body().thenApply(body -> Reply.bytes("text/plain", body));
        }
    }
}
