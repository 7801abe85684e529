package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.internal.PartnerConnection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Responses as servers send them, well and badly, in the manner of the samples by which llhttp is tested. Each of them is
 * sent whole, and byte by byte. It is read, and the connection kept or closed; or the exchange fails and the connection is
 * closed. {@link FramingTest} has the messages of the failures.
 */
class ResponseSamplesTest {

    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n";

    @RegisterExtension
    final Http1Rig rig = new Http1Rig();

    /** The end of the connection after a response. */
    private enum Then {
        /** It can be used again. */
        IDLE,
        /** Medley closes it. */
        CLOSED
    }

    /**
     * A response.
     *
     * @param body that is read; null if the exchange fails
     */
    private record Sample(
            String name,
            String bytes,
            boolean ends,
            @Nullable String body,
            Then then) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> samples() {
        return Stream.of(
                        wellFramed(),
                        endingWithTheConnection(),
                        badStatusLines(),
                        badFields(),
                        badLengths(),
                        badChunks())
                .flatMap(samples -> samples)
                .flatMap(sample -> Stream.of(Arguments.of(sample, false), Arguments.of(sample, true)));
    }

    private static Stream<Sample> wellFramed() {
        return Stream.of(
                idle("a length", OK + "Content-Length: 5\r\n\r\nhello", "hello"),
                idle("a length of zero", OK + "Content-Length: 0\r\n\r\n", ""),
                idle("zeros before a length", OK + "Content-Length: 005\r\n\r\nhello", "hello"),
                idle(
                        "a field that only begins like a length",
                        OK + "Content-Length-X: 9\r\nContent-Length: 2\r\n\r\nok",
                        "ok"),
                idle("names of fields in any case", OK + "cOnTeNt-LeNgTh: 2\r\n\r\nok", "ok"),
                idle("blanks around a value", OK + "Content-Length: \t 2 \t \r\n\r\nok", "ok"),
                idle("no blank before a value", OK + "Content-Length:2\r\n\r\nok", "ok"),
                idle("an empty value", OK + "X-A:\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle("an underscore in a name", OK + "X_A: b\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle("bytes above 127 in a value", OK + "X-A: \u00e9\u00ff\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle("a tab in a value", OK + "X-A: b\tc\r\nContent-Length: 2\r\n\r\nok", "ok"),
                // Not as RFC 9112, section 2.3, has it, but without doubt.
                idle("a version in small letters", "http/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle("no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle("an empty reason", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle(
                        "a reason of other letters",
                        "HTTP/1.1 500 Ori\u00ebntatieprobleem\r\nContent-Length: 0\r\n\r\n",
                        ""),
                idle("an unknown status", "HTTP/1.1 799 Odd\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle("204 without a length", "HTTP/1.1 204 No Content\r\n\r\n", ""),
                idle("304 without a length", "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n", ""),
                idle("chunks", CHUNKED + "\r\n5\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n", "hello world"),
                idle("a size of chunk in capitals", CHUNKED + "\r\nA\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
                idle("zeros before a size of chunk", CHUNKED + "\r\n0002\r\nok\r\n000\r\n\r\n", "ok"),
                idle("an extension of a chunk", CHUNKED + "\r\n2;a=b;c\r\nok\r\n0;d\r\n\r\n", "ok"),
                idle("a quoted extension", CHUNKED + "\r\n2;a=\"b;c\"\r\nok\r\n0\r\n\r\n", "ok"),
                idle("trailers", CHUNKED + "Trailer: T\r\n\r\n2\r\nok\r\n0\r\nT: 1\r\nU: 2\r\n\r\n", "ok"),
                idle("an empty body in chunks", CHUNKED + "\r\n0\r\n\r\n", ""),
                idle("100 before it", "HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 2\r\n\r\nok", "ok"),
                idle(
                        "103 before it",
                        "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + OK + "Content-Length: 2\r\n\r\nok",
                        "ok"),
                closed("Connection: close", OK + "Connection: close\r\nContent-Length: 2\r\n\r\nok", "ok"),
                closed(
                        "Connection: close among others",
                        OK + "Connection: a, Close\r\nContent-Length: 2\r\n\r\nok",
                        "ok"),
                closed("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
                idle(
                        "HTTP/1.0 that keeps",
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok",
                        "ok"),
                closed("bytes behind it", OK + "Content-Length: 2\r\n\r\nok!", "ok"),
                closed("an empty line behind it", OK + "Content-Length: 2\r\n\r\nok\r\n", "ok"),
                closed("a response behind it", (OK + "Content-Length: 2\r\n\r\nok").repeat(2), "ok"),
                closed("a body of 204", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok", ""),
                closed(
                        "chunks of 304",
                        "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                        ""));
    }

    private static Stream<Sample> endingWithTheConnection() {
        return Stream.of(
                ended("neither a length nor chunks", OK + "Content-Type: a/b\r\n\r\nall of it", "all of it"),
                ended("no field at all", "HTTP/1.1 404 Not Found\r\n\r\nall of it", "all of it"),
                ended("no body at all", "HTTP/1.1 404 Not Found\r\n\r\n", ""),
                ended(
                        "HTTP/1.0 without a length",
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nall of it",
                        "all of it"),
                failed("nothing", "", true),
                failed("half a status line", "HTTP/1.1 2", true),
                failed("half a head", OK + "Content-Le", true),
                failed("a head without its empty line", OK + "Content-Length: 0\r\n", true),
                failed("less than its length", OK + "Content-Length: 3\r\n\r\nok", true),
                failed("half a chunk", CHUNKED + "\r\n3\r\nok", true),
                failed("no last chunk", CHUNKED + "\r\n2\r\nok\r\n", true),
                // The body is whole (RFC 9112, section 8); what is missing is the end of its trailer section.
                ended("no empty line behind the last chunk", CHUNKED + "\r\n2\r\nok\r\n0\r\n", "ok"));
    }

    private static Stream<Sample> badStatusLines() {
        return Stream.of(
                        "HTP/1.1 200 OK",
                        "HTTPER/1.1 200 OK",
                        " HTTP/1.1 200 OK",
                        "HTTP/01.1 200 OK",
                        "HTTP/11.1 200 OK",
                        "HTTP/1.01 200 OK",
                        "HTTP/1.11 200 OK",
                        "HTTP/1 200 OK",
                        "HTTP/1. 200 OK",
                        "HTTP/5.6 200 OK",
                        "HTTP/0.9 200 OK",
                        "HTTP/1.1\t200 OK",
                        "HTTP/1.1 2 OK",
                        "HTTP/1.1 20 OK",
                        "HTTP/1.1 2000 OK",
                        "HTTP/1.1 0200 OK",
                        "HTTP/1.1 2x0 OK",
                        "HTTP/1.1 -200 OK",
                        "HTTP/1.1 200\tOK",
                        "HTTP/1.1 200 O\u0000K",
                        "HTTP/1.1 099 OK",
                        "HTTP/1.1 101 Switching Protocols",
                        "HTTP/1.1",
                        "GET / HTTP/1.1",
                        "ICY 200 OK",
                        "RTSP/1.0 200 OK",
                        "<html>")
                .map(line -> failed("status line " + printable(line), line + "\r\nContent-Length: 2\r\n\r\nok", false));
    }

    private static Stream<Sample> badFields() {
        return Stream.of(
                        " X-A: b",
                        "\tX-A: b",
                        "X-A : b",
                        "X-A\t: b",
                        "X A: b",
                        "X-A",
                        ": b",
                        "X-A: b\r\n c",
                        "X-A: b\r\n\tc",
                        "X-A: b\nX-B: c",
                        "X-A: b\rX-B: c",
                        "X-A: b\u0000c",
                        "X-\u0000A: b",
                        "X-\u00e9: b",
                        "X-A(: b",
                        "X-{A}: b",
                        "X-\"A\": b",
                        "X-A: b\u0001c",
                        "X-A: b\u007fc")
                .map(field ->
                        failed("field " + printable(field), OK + field + "\r\nContent-Length: 2\r\n\r\nok", false));
    }

    private static Stream<Sample> badLengths() {
        return Stream.of(
                        "Content-Length: x",
                        "Content-Length: 2x",
                        "Content-Length: 0x2",
                        "Content-Length: +2",
                        "Content-Length: -2",
                        "Content-Length: 2 2",
                        "Content-Length: 2,2",
                        "Content-Length: 2.0",
                        "Content-Length: \u00b2",
                        "Content-Length:",
                        "Content-Length: 18446744073709551618",
                        "Content-Length: 9223372036854775808",
                        "Content-Length: 2\r\nContent-Length: 2",
                        "Content-Length: 2\r\nX-A: b\r\nContent-Length: 1",
                        "Content-Length : 2",
                        " Content-Length: 2",
                        "Content-Length: 2\r\nTransfer-Encoding: chunked",
                        "Transfer-Encoding: chunked\r\nContent-Length: 2",
                        "Transfer-Encoding: chunked, identity",
                        "Transfer-Encoding: identity",
                        "Transfer-Encoding: xchunked",
                        "Transfer-Encoding: chunkedx",
                        "Transfer-Encoding: chunked\u000b",
                        "Transfer-Encoding: \"chunked\"",
                        "Transfer-Encoding:",
                        "Transfer-Encoding: deflate\r\nTransfer-Encoding: chunked",
                        "Transfer-Encoding: chunked\r\nTransfer-Encoding: deflate",
                        "Transfer-Encoding: chunked\r\n deflate",
                        "Transfer-Encoding : chunked")
                .map(fields -> failed(printable(fields), OK + fields + "\r\n\r\nok", false));
    }

    private static Stream<Sample> badChunks() {
        return Stream.of(
                        "x\r\n",
                        "-2\r\nok\r\n",
                        "+2\r\nok\r\n",
                        "0x2\r\nok\r\n",
                        " 2\r\nok\r\n",
                        "2 2\r\nok\r\n",
                        "2\nok\r\n",
                        "2\r\nok\n",
                        "2\r\nokx\r\n",
                        "2\r\nok0\r\n\r\n",
                        "2\rok\r\n",
                        ";a\r\n",
                        "\r\n",
                        "10000000000000000\r\n",
                        "FFFFFFFFFFFFFFFF\r\n",
                        "2;a\u0000\r\nok\r\n0\r\n\r\n",
                        "2;a\nb\r\nok\r\n0\r\n\r\n",
                        "2\r\nok\r\n0\r\nno field\r\n\r\n",
                        "2\r\nok\r\n0\r\nT : 1\r\n\r\n",
                        "2\r\nok\r\n0\r\n T: 1\r\n\r\n",
                        "2\r\nok\r\n0\n\n",
                        "2\r\nok\r\n0\r\nT: 1\n\r\n")
                .map(chunks -> failed("chunks " + printable(chunks), CHUNKED + "\r\n" + chunks, false));
    }

    @ParameterizedTest(name = "{0}, byte by byte: {1}")
    @MethodSource("samples")
    void aResponseIsReadOrRefusedAsAWhole(Sample sample, boolean byteByByte) {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
        HandConnection hand = rig.partner().acceptRequest();
        if (byteByByte) {
            hand.sendByteByByte(sample.bytes);
        } else {
            hand.send(sample.bytes);
        }
        if (sample.ends) {
            hand.shutdownOutput();
        }
        exchange.await("ended");
        if (sample.body == null) {
            exchange.assertFailed("");
        } else {
            exchange.assertAnswered(sample.body);
        }
        if (sample.then == Then.IDLE) {
            rig.awaitIdle(connection);
            assertThat(connection.isReusable()).isTrue();
        } else {
            // Bytes that come later are seen before the next request.
            assertThat(connection.isReusable()).isFalse();
            rig.awaitClosed(connection);
        }
    }

    private static Sample idle(String name, String bytes, String body) {
        return new Sample(name, bytes, false, body, Then.IDLE);
    }

    private static Sample closed(String name, String bytes, String body) {
        return new Sample(name, bytes, false, body, Then.CLOSED);
    }

    private static Sample ended(String name, String bytes, String body) {
        return new Sample(name, bytes, true, body, Then.CLOSED);
    }

    private static Sample failed(String name, String bytes, boolean ends) {
        return new Sample(name, bytes, ends, null, Then.CLOSED);
    }

    private static String printable(String text) {
        return text.replace("\r", "\\r")
                .replace("\n", "\\n")
                .replace("\t", "\\t")
                .replace("\0", "\\0");
    }
}
