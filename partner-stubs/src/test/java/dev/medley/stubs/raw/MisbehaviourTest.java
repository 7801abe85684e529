package dev.medley.stubs.raw;

import static dev.medley.stubs.Soon.AT_THE_LATEST;
import static dev.medley.stubs.Soon.soon;
import static dev.medley.stubs.raw.Misbehaviour.*;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.JsonText;
import dev.medley.stubs.RawClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Each misbehaviour as a client sees it, byte for byte. */
class MisbehaviourTest {

    private static final String BODY = "{\"partner\":0,\"status\":\"ok\"}";

    private static final String OK_HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n";

    private static final String CHUNKED_HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static final String SURPLUS =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{\"smuggled\":true}";

    private static final int ONE_READ = 16_384;

    @Test
    void okIsACorrectAnswerOnAConnectionThatStaysOpen() throws IOException {
        try (RawPartner partner = RawPartner.start(OK);
                RawClient client = RawClient.to(partner.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.get("/path").read(OK_HEAD.length() + BODY.length()))
                        .isEqualTo(OK_HEAD + BODY);
            }
            assertThat(partner.connections()).isEqualTo(1);
        }
    }

    @Test
    void refuseRefusesConnections() {
        try (RawPartner partner = RawPartner.start(REFUSE)) {
            assertThatThrownBy(() -> RawClient.to(partner.port())).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void neverAcceptLetsAttemptsToConnectTimeOut() {
        try (RawPartner partner = RawPartner.start(NEVER_ACCEPT)) {
            assertThatThrownBy(() -> RawClient.to(partner.port(), 150)).isInstanceOf(SocketTimeoutException.class);
            assertThat(partner.connections()).isZero();
        }
    }

    @Test
    void resetOnAcceptResetsBeforeAnyRequest() {
        try (RawPartner partner = RawPartner.start(RESET_ON_ACCEPT)) {
            assertReset(() -> RawClient.to(partner.port()).readToEnd());
            assertThat(partner.requests()).isZero();
            assertThat(partner.connections()).isEqualTo(1);
        }
    }

    @Test
    void resetBeforeHeadersResetsAfterTheRequest() throws IOException {
        try (RawPartner partner = RawPartner.start(RESET_BEFORE_HEADERS);
                RawClient client = RawClient.to(partner.port())) {
            assertReset(() -> client.get("/path").readToEnd());
            assertThat(partner.requests()).isEqualTo(1);
        }
    }

    @Test
    void resetInHeadersSendsHalfAHeaderField() throws IOException {
        try (RawPartner partner = quick(RESET_IN_HEADERS);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").readUntil("Content-Type: applic")).startsWith("HTTP/1.1 200 OK\r\n");
            assertReset(client::readToEnd);
        }
    }

    @Test
    void resetInBodySendsHalfABody() throws IOException {
        try (RawPartner partner = quick(RESET_IN_BODY);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").read(OK_HEAD.length() + 13)).isEqualTo(OK_HEAD + "{\"partner\":0,");
            assertReset(client::readToEnd);
        }
    }

    @Test
    void closeBeforeHeadersSendsNothing() throws IOException {
        assertThat(allOf(CLOSE_BEFORE_HEADERS)).isEmpty();
    }

    @Test
    void closeInHeadersSendsHalfAHeaderField() throws IOException {
        assertThat(allOf(CLOSE_IN_HEADERS)).isEqualTo("HTTP/1.1 200 OK\r\nContent-Type: applic");
    }

    @Test
    void closeInBodySendsHalfABody() throws IOException {
        assertThat(allOf(CLOSE_IN_BODY)).isEqualTo(OK_HEAD + "{\"partner\":0,");
    }

    @Test
    void dripHeadersTakesItsTimeForTheHeaders() throws IOException {
        assertThat(timeToReceive(DRIP_HEADERS, OK_HEAD + BODY))
                .isGreaterThanOrEqualTo(Duration.ofMillis(OK_HEAD.length() * 2L));
    }

    @Test
    void dripBodyTakesItsTimeForTheBody() throws IOException {
        assertThat(timeToReceive(DRIP_BODY, OK_HEAD + BODY))
                .isGreaterThanOrEqualTo(Duration.ofMillis(BODY.length() * 2L));
    }

    @Test
    void neverAnswerIsSilent() throws IOException {
        try (RawPartner partner = RawPartner.start(NEVER_ANSWER);
                RawClient client = RawClient.to(partner.port())) {
            client.get("/path");

            assertSilent(client);
            assertThat(partner.requests()).isEqualTo(1);
            assertThat(partner.open()).isEqualTo(1);
        }
    }

    @Test
    void endlessBodySendsChunksWithoutEnd() throws IOException {
        try (RawPartner partner = RawPartner.start(ENDLESS_BODY);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").read(3_000_000)).startsWith(CHUNKED_HEAD + "c\r\n{\"padding\":\"\r\n");
        }
    }

    @Test
    void endlessHeadersSendsHeaderFieldsWithoutEnd() throws IOException {
        try (RawPartner partner = RawPartner.start(ENDLESS_HEADERS);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").read(3_000_000))
                    .startsWith("HTTP/1.1 200 OK\r\nX-Endless: and on\r\nX-Endless: and on\r\n")
                    .doesNotContain("\r\n\r\n");
        }
    }

    @Test
    void floodOf1xxSendsInformationalAnswersWithoutEnd() throws IOException {
        try (RawPartner partner = RawPartner.start(FLOOD_OF_1XX);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").read(3_000_000))
                    .startsWith("HTTP/1.1 103 Early Hints\r\nX-Hint: soon\r\n\r\nHTTP/1.1 103")
                    .doesNotContain("HTTP/1.1 2");
        }
    }

    @Test
    void contentLengthTooLongPromisesMoreThanComes() throws IOException {
        try (RawPartner partner = RawPartner.start(CONTENT_LENGTH_TOO_LONG);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").readUntil(BODY)).contains("Content-Length: 37\r\n");
            assertSilent(client);
        }
    }

    @Test
    void contentLengthTooShortSmugglesASecondAnswer() throws IOException {
        assertThat(answerOf(CONTENT_LENGTH_TOO_SHORT, "{\"smuggled\":true}")).isEqualTo(OK_HEAD + BODY + SURPLUS);
    }

    @Test
    void surplusBehindReadFollowsAnAnswerOfExactlyOneRead() throws IOException {
        try (RawPartner partner = RawPartner.start(SURPLUS_BEHIND_READ);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").read(ONE_READ)).satisfies(MisbehaviourTest::isOneWholeAnswer);
            assertThat(client.read(SURPLUS.length())).isEqualTo(SURPLUS);
        }
    }

    @Test
    void surplusLaterComesOneDripIntervalAfterTheAnswer() throws IOException {
        Duration interval = Duration.ofMillis(60);
        try (RawPartner partner =
                        RawPartner.start(builder -> builder.then(SURPLUS_LATER).dripInterval(interval));
                RawClient client = RawClient.to(partner.port())) {
            long begin = System.nanoTime();
            assertThat(client.get("/path").read(ONE_READ)).satisfies(MisbehaviourTest::isOneWholeAnswer);
            assertThat(client.read(SURPLUS.length())).isEqualTo(SURPLUS);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(interval);
        }
    }

    @Test
    void surplusOnSignalComesWhenThePartnerIsSignalled() throws IOException {
        try (RawPartner partner = RawPartner.start(SURPLUS_ON_SIGNAL);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").read(ONE_READ)).satisfies(MisbehaviourTest::isOneWholeAnswer);
            assertSilent(client);

            partner.proceed();

            assertThat(client.read(SURPLUS.length())).isEqualTo(SURPLUS);
        }
    }

    @Test
    void surplusOnSignalAnswersTheNextRequestAtTheLatest() throws IOException {
        try (RawPartner partner = RawPartner.script(SURPLUS_ON_SIGNAL, OK);
                RawClient client = RawClient.to(partner.port())) {
            client.get("/first").read(ONE_READ);

            assertThat(client.get("/second").read(SURPLUS.length())).isEqualTo(SURPLUS);
            assertThat(client.read(OK_HEAD.length() + BODY.length())).isEqualTo(OK_HEAD + BODY);
        }
    }

    @Test
    void duplicateContentLengthContradictsItself() throws IOException {
        assertThat(answerOf(DUPLICATE_CONTENT_LENGTH, BODY)).contains("Content-Length: 5\r\nContent-Length: 27\r\n");
    }

    @Test
    void contentLengthAndTransferEncodingComeTogether() throws IOException {
        assertThat(answerOf(CONTENT_LENGTH_AND_TRANSFER_ENCODING, "0\r\n\r\n"))
                .contains("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n")
                .endsWith("\r\n\r\n1b\r\n" + BODY + "\r\n0\r\n\r\n");
    }

    @Test
    void badChunkHasASizeThatIsNoNumber() throws IOException {
        assertThat(answerOf(BAD_CHUNK, "0\r\n\r\n"))
                .isEqualTo(CHUNKED_HEAD + "d\r\n{\"partner\":0,\r\nsize\r\n\"status\":\"ok\"}\r\n0\r\n\r\n");
    }

    @Test
    void negativeChunkSizeIsBelowZero() throws IOException {
        assertThat(answerOf(NEGATIVE_CHUNK_SIZE, "0\r\n\r\n"))
                .isEqualTo(CHUNKED_HEAD + "-1\r\n" + BODY + "\r\n0\r\n\r\n");
    }

    @Test
    void overflowingChunkSizeHasTheLengthOfTheBodyInItsLowBits() throws IOException {
        assertThat(answerOf(OVERFLOWING_CHUNK_SIZE, "0\r\n\r\n"))
                .isEqualTo(CHUNKED_HEAD + "1000000000000001b\r\n" + BODY + "\r\n0\r\n\r\n");
    }

    @Test
    void chunkedInHttp10AsksForTheConnectionToBeKept() throws IOException {
        assertThat(answerOf(CHUNKED_IN_HTTP_1_0, "0\r\n\r\n"))
                .isEqualTo("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
                        + "Connection: keep-alive\r\n\r\n1b\r\n" + BODY + "\r\n0\r\n\r\n");
    }

    @Test
    void gzipTransferCodingIsCorrectInBothCodings() throws IOException {
        try (RawPartner partner = RawPartner.start(GZIP_TRANSFER_CODING);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").readUntil("\r\n\r\n")).contains("Transfer-Encoding: gzip, chunked\r\n");
            int size = Integer.parseInt(client.readUntil("\r\n").strip(), 16);
            byte[] coded = client.read(size).getBytes(ISO_8859_1);
            try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(coded))) {
                assertThat(new String(plain.readAllBytes(), ISO_8859_1)).isEqualTo(BODY);
            }
            assertThat(client.readUntil("0\r\n\r\n")).isEqualTo("\r\n0\r\n\r\n");
        }
    }

    @Test
    void unknownTransferCodingHasNoEndThatCouldBeKnown() throws IOException {
        assertThat(answerOf(UNKNOWN_TRANSFER_CODING, BODY))
                .isEqualTo(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: foo\r\n\r\n" + BODY);
    }

    @Test
    void statusLinesNameVersionsThatWereNotSpoken() throws IOException {
        assertThat(answerOf(STATUS_LINE_OF_HTTP_2_0, BODY)).isEqualTo(OK_HEAD.replace("1.1", "2.0") + BODY);
        assertThat(answerOf(STATUS_LINE_OF_HTTP_3_7, BODY)).isEqualTo(OK_HEAD.replace("1.1", "3.7") + BODY);
    }

    @Test
    void truncatedChunksCloseInTheMiddleOfAChunk() throws IOException {
        assertThat(allOf(TRUNCATED_CHUNKS)).isEqualTo(CHUNKED_HEAD + "1b\r\n{\"partner\":0");
    }

    @Test
    void notHttpIsSomethingElse() throws IOException {
        assertThat(answerOf(NOT_HTTP, "\r\n\r\n"))
                .startsWith("\u0016\u0003\u0001\u00ff")
                .doesNotContain("HTTP");
    }

    @Test
    void brokenJsonIsACompleteAnswerButNoJson() throws IOException {
        assertThat(bodyOf(BROKEN_JSON)).isEqualTo("{\"partner\":0,,\"status\":ok]");
    }

    @Test
    void truncatedJsonIsACompleteAnswerButHalfJson() throws IOException {
        assertThat(bodyOf(TRUNCATED_JSON)).isEqualTo("{\"partner\":0,\"status\":\"o");
    }

    @Test
    void badUtf8HasBytesThatAreNoText() throws IOException {
        assertThat(bodyOf(BAD_UTF8)).isEqualTo("{\"partner\":0,\"status\":\"\u00c3(\u00ff\"}");
    }

    @Test
    void deepJsonIsAHundredThousandDeep() throws IOException {
        assertThat(bodyOf(DEEP_JSON)).hasSize(200_012).contains("[".repeat(100_000) + "]".repeat(100_000));
    }

    @Test
    void manyNamesIsOneObjectOfDistinctNames() throws IOException {
        try (RawPartner partner =
                        RawPartner.start(builder -> builder.then(MANY_NAMES).distinctNames(40));
                RawClient client = RawClient.to(partner.port())) {
            client.get("/path").readUntil("\r\n\r\n");
            String body = client.readUntil("}");
            assertThat(body).startsWith("{\"0\":0,\"1\":0,").endsWith("\"12\":0,\"13\":0}");
            assertThat(JsonText.isValid(body)).isTrue();
            assertThat(names(body)).hasSize(40).doesNotHaveDuplicates();
        }
    }

    @Test
    void manyNamesAreAHundredThousandUnlessChosen() throws IOException {
        assertThat(names(bodyOf(MANY_NAMES))).hasSize(100_000);
    }

    @Test
    void unsolicited100ComesBeforeTheAnswer() throws IOException {
        assertThat(answerOf(UNSOLICITED_100, BODY)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n" + OK_HEAD + BODY);
    }

    @Test
    void bodyOn204HasABodyAllTheSame() throws IOException {
        assertThat(answerOf(BODY_ON_204, BODY))
                .startsWith("HTTP/1.1 204 No Content\r\n")
                .contains("Content-Length: 27\r\n");
    }

    @Test
    void closeAfterResponseDoesNotAnnounceIt() throws IOException {
        assertThat(allOf(CLOSE_AFTER_RESPONSE)).isEqualTo(OK_HEAD + BODY);
    }

    @Test
    void closeWhileIdleClosesWhenThePartnerIsSignalled() throws IOException {
        try (RawPartner partner = RawPartner.start(CLOSE_WHILE_IDLE);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").readUntil(BODY)).isEqualTo(OK_HEAD + BODY);
            assertSilent(client);

            partner.proceed();

            assertThat(client.readToEnd()).isEmpty();
            soon().until(partner::open, count -> count == 0);
        }
    }

    @Test
    void halfCloseWhileIdleEndsTheOutputAndDropsWhatArrives() throws IOException {
        try (RawPartner partner = RawPartner.start(HALF_CLOSE_WHILE_IDLE)) {
            try (RawClient client = RawClient.to(partner.port())) {
                client.get("/path").readUntil(BODY);
                assertSilent(client);

                partner.proceed();

                assertThat(client.readToEnd()).isEmpty();
                client.get("/dropped");
                assertThat(partner.open()).isEqualTo(1);
            }
            soon().until(partner::open, count -> count == 0);
            assertThat(partner.requests()).isEqualTo(1);
        }
    }

    @Test
    void hugeHeadersAreLargerThanAMebibyte() throws IOException {
        assertThat(answerOf(HUGE_HEADERS, "\r\n\r\n").length()).isGreaterThan(1024 * 1024);
    }

    @Test
    void earlyResponseComesBeforeTheBodyOfTheRequest() throws IOException {
        try (RawPartner partner = RawPartner.start(EARLY_RESPONSE);
                RawClient client = RawClient.to(partner.port())) {
            client.send("POST /path HTTP/1.1\r\nHost: raw\r\nContent-Length: 4\r\n\r\n");
            assertThat(client.readUntil(BODY)).isEqualTo(OK_HEAD + BODY);
            assertThat(partner.requests()).isZero();

            client.send("bodyPOST /path HTTP/1.1\r\nHost: raw\r\nContent-Length: 4\r\n\r\n");

            assertThat(client.readUntil(BODY)).isEqualTo(OK_HEAD + BODY);
            assertThat(partner.methodCount("POST")).isEqualTo(1);
        }
    }

    @Test
    void early413LeavesTheBodyOfTheRequestUnreadUntilThePartnerIsSignalled() throws Exception {
        int length = 64 * 1024 * 1024;
        try (RawPartner partner = RawPartner.start(EARLY_413);
                RawClient client = RawClient.to(partner.port())) {
            client.send("POST /path HTTP/1.1\r\nHost: raw\r\nContent-Length: " + length + "\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n"))
                    .isEqualTo("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
            CompletableFuture<RawClient> sent =
                    CompletableFuture.supplyAsync(() -> sendAll(client, "b".repeat(length)));
            assertThat(sent).failsWithin(Duration.ofMillis(150));
            assertThat(partner.requests()).isZero();

            partner.proceed();

            assertThat(sent).succeedsWithin(AT_THE_LATEST);
        }
    }

    @Test
    void early413AnswersARequestThatIsCompleteOnAConnectionThatStaysOpen() throws IOException {
        try (RawPartner partner = RawPartner.script(EARLY_413, OK);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.get("/path").readUntil("\r\n\r\n")).startsWith("HTTP/1.1 413 ");
            assertThat(client.get("/path").readUntil(BODY)).isEqualTo(OK_HEAD + BODY);
        }
    }

    @Test
    void redirectLoopLeadsBackToTheRequest() throws IOException {
        assertThat(answerOf(REDIRECT_LOOP, "\r\n\r\n"))
                .isEqualTo("HTTP/1.1 302 Found\r\nLocation: /path\r\nContent-Length: 0\r\n\r\n");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"REFUSE", "NEVER_ACCEPT", "RESET_ON_ACCEPT"})
    void everyMisbehaviourCountsTheRequestAndNoticesThatTheCallerLeaves(Misbehaviour misbehaviour) throws IOException {
        try (RawPartner partner = quick(misbehaviour)) {
            try (RawClient client = RawClient.to(partner.port())) {
                client.get("/path");
                soon().until(() -> partner.methodCount("GET"), count -> count == 1);
            }
            soon().until(partner::open, count -> count == 0);
            assertThat(partner.requests()).isEqualTo(1);
            assertThat(partner.connections()).isEqualTo(1);
        }
    }

    private static RawPartner quick(Misbehaviour misbehaviour) {
        return RawPartner.start(builder -> builder.then(misbehaviour).dripInterval(Duration.ofMillis(2)));
    }

    /** The bytes until the partner closes the connection. */
    private static String allOf(Misbehaviour misbehaviour) throws IOException {
        try (RawPartner partner = RawPartner.start(misbehaviour);
                RawClient client = RawClient.to(partner.port())) {
            return client.get("/path").readToEnd();
        }
    }

    /** The bytes up to and with {@code end}, after which the connection is still open. */
    private static String answerOf(Misbehaviour misbehaviour, String end) throws IOException {
        try (RawPartner partner = RawPartner.start(misbehaviour);
                RawClient client = RawClient.to(partner.port())) {
            String answer = client.get("/path").readUntil(end);
            assertThat(partner.open()).isEqualTo(1);
            return answer;
        }
    }

    /** The body of an answer whose framing is correct. */
    private static String bodyOf(Misbehaviour misbehaviour) throws IOException {
        try (RawPartner partner = RawPartner.start(misbehaviour);
                RawClient client = RawClient.to(partner.port())) {
            String head = client.get("/path").readUntil("\r\n\r\n");
            return client.read(Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1")));
        }
    }

    private static void isOneWholeAnswer(String answer) {
        int endOfHead = answer.indexOf("\r\n\r\n") + 4;
        String body = answer.substring(endOfHead);
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Length: " + body.length() + "\r\n");
        assertThat(body.strip()).isEqualTo(BODY);
    }

    private static RawClient sendAll(RawClient client, String text) {
        try {
            return client.send(text);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private static List<String> names(String object) {
        return List.of(object.split(",", -1));
    }

    private static Duration timeToReceive(Misbehaviour misbehaviour, String answer) throws IOException {
        try (RawPartner partner = quick(misbehaviour);
                RawClient client = RawClient.to(partner.port())) {
            long begin = System.nanoTime();
            assertThat(client.get("/path").read(answer.length())).isEqualTo(answer);
            return Duration.ofNanos(System.nanoTime() - begin);
        }
    }

    private static void assertReset(ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOf(SocketException.class).hasMessageContaining("reset");
    }

    private static void assertSilent(RawClient client) throws IOException {
        client.patience(150);
        assertThatThrownBy(client::readToEnd).isInstanceOf(SocketTimeoutException.class);
        client.patience(RawClient.PATIENCE_MILLIS);
    }
}
