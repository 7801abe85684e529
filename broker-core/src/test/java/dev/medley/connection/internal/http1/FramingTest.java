package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.PartnerConnection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that leave doubt where they end fail, with words that name the fault. */
class FramingTest {

    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    @RegisterExtension
    final Http1Rig rig = new Http1Rig();

    @ParameterizedTest
    @CsvSource({
        "HTTP/2.0, its version is HTTP/2.0",
        "HTTP/3.0, does not begin with a status line of HTTP/1.1 or HTTP/1.0",
        "HTTP/3.7, does not begin with a status line of HTTP/1.1 or HTTP/1.0",
        "HTTP/1.9, does not begin with a status line of HTTP/1.1 or HTTP/1.0",
        "HTTP/0.9, does not begin with a status line of HTTP/1.1 or HTTP/1.0",
        "SSH-2.0-OpenSSH_9, does not begin with a status line of HTTP/1.1 or HTTP/1.0"
    })
    void aVersionThatWasNotSpokenFails(String version, String message) {
        assertFails(version + " 200 OK\r\nContent-Length: 2\r\n\r\nok", message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip, chunked",
                "foo",
                "chunked, chunked",
                "identity",
                "chunked, gzip",
                ",chunked",
                "chunked;q=1"
            })
    void aTransferCodingThatWasNotAskedForFails(String coding) {
        assertFails(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + coding + "\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "its Transfer-Encoding is ");
    }

    @Test
    void aTransferCodingInTwoFieldsFails() {
        assertFails(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "its Transfer-Encoding is not chunked alone");
    }

    @Test
    void aResponseOfHttp10InChunksIsReadAndEndsItsConnection() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
        rig.partner()
                .acceptRequest()
                .send(
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
        exchange.assertAnswered("ok");
        rig.awaitClosed(connection);
        assertThat(rig.wasIdle(connection)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Length: 2\\r\\nContent-Length: 2|it has more than one Content-Length",
                "Content-Length: 2\\r\\nContent-Length: 3|it has more than one Content-Length",
                "Content-Length: 2\\r\\nTransfer-Encoding: chunked|it has both Content-Length and Transfer-Encoding",
                "Content-Length: 2, 2|its Content-Length is not a number",
                "Content-Length: +2|its Content-Length is not a number",
                "Content-Length: -2|its Content-Length is not a number",
                "Content-Length: 0x2|its Content-Length is not a number",
                "Content-Length: ''|its Content-Length is not a number",
                "Content-Length: 99999999999999999999|its first header field is malformed",
                "X-A: b\\r\\n folded: c|a header field continues on a second line",
                "X-A: b\\nContent-Length: 2|a line of its head ends with LF alone",
                "X-A: b\\rContent-Length: 2|a line of its head has a CR without LF",
                "X-A: b\\r\\nX-B : c|the header field after X-A is malformed",
                "X-A: b\\r\\nX-B: \\0|the header field after X-A is malformed",
                "X-A : b|its first header field is malformed",
                "X-A|its first header field is malformed"
            })
    void aHeadThatIsMalformedFails(String fields, String message) {
        String bytes = fields.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0");
        assertFails("HTTP/1.1 200 OK\r\n" + bytes + "\r\n\r\nok", message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x\r\n",
                "2;\u0000\r\nok\r\n0\r\n\r\n",
                "2\nok\n0\n\n",
                "3\r\nokk0\r\n\r\n",
                "-1\r\n",
                "FFFFFFFFFFFFFFFFF\r\n",
                "2\r\nok\r\n0\r\nbad field\r\n\r\n"
            })
    void aBadChunkIsCalledABadChunk(String chunks) {
        assertFails(
                CHUNKED + chunks,
                "the response is not valid HTTP: a chunk or a trailer field of its body is malformed");
    }

    @ParameterizedTest
    @CsvSource({
        "2, its status is 2",
        "20, its status is 20",
        "099, its status is not",
        "1000, its status is not",
        "abc, its status is not"
    })
    void aStatusThatIsNoneFails(String status, String message) {
        assertFails("HTTP/1.1 " + status + "\r\nContent-Length: 2\r\n\r\nok", message);
    }

    @Test
    void aMalformedHeadBehindAnInterimResponseIsNotCalledABadChunk() {
        assertFails(
                "HTTP/1.1 103 Early Hints\r\nX-Hint: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "its Content-Length is not a number");
    }

    @Test
    void tooManyInterimResponsesFail() {
        assertFails("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(17), "more than 16 interim responses");
    }

    @Test
    void anUpgradeThatWasNotAskedForFails() {
        assertFails(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
                "it is an upgrade, which was not requested");
    }

    @Test
    void anUpgradeThatIsOfferedIsIgnored() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
        rig.partner()
                .acceptRequest()
                .send("HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\nok");
        exchange.assertAnswered("ok");
        rig.awaitIdle(connection);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTT", "HTTP/1.1 20"})
    void aPartnerThatClosesBeforeItAnswersIsNamedInTheFailure(String bytes) {
        RecordedTransfer exchange = rig.get();
        rig.partner().acceptRequest().send(bytes).close();
        exchange.assertFailed("the partner closed the connection before it answered");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 OK\r\nX-A: b\r\nX-",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no",
                CHUNKED,
                CHUNKED + "2",
                CHUNKED + "2;a=\"",
                CHUNKED + "2\r\no",
                CHUNKED + "2\r\nok",
                CHUNKED + "2\r\nok\r\n"
            })
    void aPartnerThatClosesInTheResponseIsNamedInTheFailure(String bytes) {
        RecordedTransfer exchange = rig.get();
        rig.partner().acceptRequest().send(bytes).close();
        exchange.assertFailed("the partner closed the connection before the response was complete");
    }

    @Test
    void aPartnerThatResetsBeforeItAnswersIsNamedInTheFailure() {
        RecordedTransfer exchange = rig.get();
        rig.partner().acceptRequest().reset();
        exchange.assertFailed("the partner reset the connection before it answered");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\na body that ends with the connection",
                CHUNKED + "2\r\nok\r\n",
                CHUNKED + "2\r\nok\r\n0\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok"
            })
    void aResponseThatIsResetIsNeverComplete(String bytes) {
        RecordedTransfer exchange = rig.get();
        HandConnection hand = rig.partner().acceptRequest().send(bytes);
        exchange.await("headers");
        hand.reset();
        exchange.assertFailed("the partner reset the connection before the response was complete");
    }

    @Test
    void aBodyThatEndsWithTheConnectionIsCompleteWhenItIsClosedInOrder() {
        RecordedTransfer exchange = rig.get();
        rig.partner().acceptRequest().send("HTTP/1.1 200 OK\r\n\r\nall of it").close();
        exchange.assertAnswered("all of it");
        assertThat(exchange.events()).doesNotContain("idle");
    }

    @ParameterizedTest
    @CsvSource({"GET,204 No Content", "GET,304 Not Modified", "HEAD,200 OK"})
    void aBodyWhereThereIsNoneClosesTheConnectionEvenWhenItComesLater(String method, String status) {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, new DefaultOutboundRequest(method, "/", List.of(), null));
        HandConnection hand =
                rig.partner().acceptRequest().send("HTTP/1.1 " + status + "\r\nContent-Length: 2\r\n\r\n");
        exchange.assertAnswered("");
        hand.send("ok");
        assertThat(connection.isReusable()).isFalse();
        rig.awaitClosed(connection);
    }

    private void assertFails(String response, String message) {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
        rig.partner().acceptRequest().send(response);
        exchange.assertFailed(message);
        rig.awaitClosed(connection);
    }
}
