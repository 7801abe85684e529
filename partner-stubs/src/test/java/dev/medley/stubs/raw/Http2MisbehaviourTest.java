package dev.medley.stubs.raw;

import static dev.medley.stubs.Soon.soon;
import static dev.medley.stubs.raw.Http2Misbehaviour.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.RawClient;
import dev.medley.stubs.RawHttp2Client;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each misbehaviour as a client sees it, frame for frame. */
class Http2MisbehaviourTest {

    private static final String BODY = "{\"partner\":0,\"status\":\"ok\"}";
    private static final String HEADERS = "HEADERS 1 :status=200 content-type=application/json content-length=27";
    private static final String DATA = "DATA 1 " + BODY + " end";
    private static final String HALF = "DATA 1 {\"partner\":0,";
    private static final String REST = "DATA 1 \"status\":\"ok\"} end";

    private static final Set<Http2Misbehaviour> ELSEWHERE = EnumSet.of(
            OK_ON_SIGNAL,
            RESET_ON_ACCEPT,
            NO_SETTINGS,
            NO_SETTINGS_ACK,
            NO_PING_ACK,
            NEVER_READ,
            HTTP_1_1_ANSWER,
            NO_WINDOW,
            ONE_STREAM,
            NO_STREAM,
            GOAWAY_WHILE_IDLE,
            GOAWAY_IN_TWO_STEPS,
            CLOSE_WHILE_IDLE,
            DRIP_HEADERS,
            DRIP_BODY,
            ENDLESS_BODY,
            EARLY_RESPONSE,
            HUGE_HEADERS,
            HPACK_BOMB,
            WINDOW_OVERRUN);

    /** The frames that follow a GET request on stream 1, and the state of the connection then. */
    static Stream<Arguments> answers() {
        return Stream.of(
                answer(OK, HEADERS, DATA, "open"),
                answer(GOAWAY_BELOW, "GOAWAY 0 last=0 code=0", "closed"),
                answer(GOAWAY_BELOW_AND_CLOSE, "GOAWAY 0 last=0 code=0", "closed"),
                answer(GOAWAY_ENHANCE_YOUR_CALM, "GOAWAY 0 last=0 code=11", "closed"),
                answer(GOAWAY_BEFORE_RESPONSE, "GOAWAY 0 last=1 code=0", HEADERS, DATA, "closed"),
                answer(GOAWAY_IN_BODY, HEADERS, HALF, "GOAWAY 0 last=1 code=0", REST, "closed"),
                answer(GOAWAY_AND_CLOSE, "GOAWAY 0 last=1 code=0", "closed"),
                answer(GOAWAY_IN_BODY_AND_CLOSE, HEADERS, HALF, "GOAWAY 0 last=1 code=0", "closed"),
                answer(REFUSED_STREAM, "RST_STREAM 1 7", "open"),
                answer(RESET_CANCEL, "RST_STREAM 1 8", "open"),
                answer(RESET_INTERNAL_ERROR, "RST_STREAM 1 2", "open"),
                answer(RESET_ENHANCE_YOUR_CALM, "RST_STREAM 1 11", "open"),
                answer(RESET_HTTP_1_1_REQUIRED, "RST_STREAM 1 13", "open"),
                answer(RESET_NO_ERROR, "RST_STREAM 1 0", "open"),
                answer(RESET_AFTER_HEADERS, HEADERS, "RST_STREAM 1 2", "open"),
                answer(RESET_IN_BODY, HEADERS, HALF, "RST_STREAM 1 2", "open"),
                answer(RESET_CONNECTION, "reset"),
                answer(RESET_CONNECTION_IN_BODY, HEADERS, HALF, "reset"),
                answer(CLOSE_CONNECTION, "closed"),
                answer(CLOSE_CONNECTION_IN_HEADERS, "closed"),
                answer(CLOSE_CONNECTION_IN_BODY, HEADERS, HALF, "closed"),
                answer(NEVER_ANSWER, "open"),
                answer(
                        EARLY_413,
                        "HEADERS 1 :status=413 content-type=application/json content-length=0 end",
                        "RST_STREAM 1 0",
                        "open"),
                answer(UNSOLICITED_100, "HEADERS 1 :status=100", HEADERS, DATA, "open"),
                answer(TRAILERS, HEADERS, "DATA 1 " + BODY, "HEADERS 1 x-checksum=27 end", "open"),
                answer(UNKNOWN_FRAMES, "UNKNOWN 1 3", HEADERS, "UNKNOWN 1 3", DATA, "open"),
                answer(PADDED_DATA, HEADERS, DATA, "open"),
                answer(DATA_AFTER_END, HEADERS, DATA, "DATA 1 surplus", "open"),
                answer(HEADERS_AFTER_END, HEADERS, DATA, HEADERS, "open"),
                answer(DATA_BEFORE_HEADERS, DATA, "open"),
                answer(BODY_TOO_LONG, HEADERS, "DATA 1 " + BODY + BODY + " end", "open"),
                answer(BODY_TOO_SHORT, HEADERS, HALF + " end", "open"),
                answer(NO_BODY, HEADERS + " end", "open"),
                answer(
                        BODY_ON_204,
                        "HEADERS 1 :status=204 content-type=application/json content-length=27",
                        DATA,
                        "open"),
                answer(NO_STATUS, "HEADERS 1 content-length=27", DATA, "open"),
                answer(TWO_STATUSES, "HEADERS 1 :status=200 :status=500 content-length=27", DATA, "open"),
                answer(BAD_STATUS, "HEADERS 1 :status=ok content-length=27", DATA, "open"),
                answer(STATUS_LAST, "HEADERS 1 content-length=27 :status=200", DATA, "open"),
                answer(REQUEST_PSEUDO_HEADER, "HEADERS 1 :status=200 :path=/ content-length=27", DATA, "open"),
                answer(UPPERCASE_NAME, "HEADERS 1 :status=200 Content-Length=27", DATA, "open"),
                answer(
                        CONNECTION_HEADERS,
                        "HEADERS 1 :status=200 connection=keep-alive transfer-encoding=chunked",
                        DATA,
                        "open"),
                answer(LINE_BREAK_IN_VALUE, "HEADERS 1 :status=200 x-line=one\r\nx-smuggled: two", DATA, "open"),
                answer(BAD_HPACK, "HEADERS 1 end", "open"),
                answer(STREAM_NEVER_OPENED, HEADERS.replace(" 1 ", " 1001 ") + " end", "open"),
                answer(EVEN_STREAM, HEADERS.replace(" 1 ", " 2 ") + " end", "open"),
                answer(PUSH_PROMISE, "PUSH_PROMISE 1 62", HEADERS, DATA, "open"),
                answer(DATA_ON_CONNECTION, "DATA 0 " + BODY, "open"),
                answer(SETTINGS_ON_STREAM, "SETTINGS 1", "open"),
                answer(FRAME_TOO_LARGE, "HEADERS 1 :status=200", "DATA 1  *16385 end", "open"),
                answer(BAD_PING, "PING 0 7", "open"),
                answer(BAD_SETTINGS, "SETTINGS 0 5", "open"),
                answer(WINDOW_UPDATE_OF_ZERO, "WINDOW_UPDATE 1 0", "open"),
                answer(WINDOW_OVERFLOW, "WINDOW_UPDATE 1 2147483647", "open"),
                answer(CONNECTION_WINDOW_OVERFLOW, "WINDOW_UPDATE 0 2147483647", "open"),
                answer(INTERRUPTED_HEADERS, HEADERS + " ...", "PING 0 8", "open"),
                flood(FLOOD_OF_RESETS, "RST_STREAM 1 0"),
                flood(FLOOD_OF_SETTINGS, "SETTINGS 0 3=100"),
                flood(FLOOD_OF_PINGS, "PING 0 8"),
                flood(FLOOD_OF_EMPTY_DATA, "DATA 1 ", "HEADERS 1 :status=200"),
                flood(FLOOD_OF_CONTINUATIONS, "CONTINUATION 1 0", HEADERS + " ..."),
                flood(FLOOD_OF_WINDOW_UPDATES, "WINDOW_UPDATE 0 1"),
                flood(FLOOD_OF_PRIORITIES, "PRIORITY 1 5"),
                flood(FLOOD_OF_1XX, "HEADERS 1 :status=103 x-hint=soon"));
    }

    private static Arguments answer(Http2Misbehaviour misbehaviour, String... framesAndState) {
        return Arguments.of(misbehaviour, List.of(framesAndState));
    }

    private static Arguments flood(Http2Misbehaviour misbehaviour, String frame, String... before) {
        List<String> frames = new ArrayList<>(List.of(before));
        for (int i = 0; i < 20_000; i++) {
            frames.add(frame);
        }
        frames.add("flooding");
        return Arguments.of(misbehaviour, frames);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void eachMisbehaviourSendsTheFramesThatItsNameSays(Http2Misbehaviour misbehaviour, List<String> expected)
            throws IOException {
        try (RawHttp2Partner partner = quick(misbehaviour);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 3=100000");
            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 ack");
            client.get(1);

            List<String> frames = new ArrayList<>();
            while (frames.size() < expected.size() - 1) {
                frames.add(client.nextOfAny());
            }

            assertThat(frames).isEqualTo(expected.subList(0, expected.size() - 1));
            assertThat(state(client, expected.get(expected.size() - 1))).isEqualTo(expected.get(expected.size() - 1));
            assertThat(partner.streams()).isEqualTo(1);
        }
    }

    @Test
    void eachMisbehaviourHasATest() {
        Set<Http2Misbehaviour> inTable =
                answers().map(row -> (Http2Misbehaviour) row.get()[0]).collect(Collectors.toSet());

        assertThat(Stream.concat(inTable.stream(), ELSEWHERE.stream())).containsExactlyInAnyOrder(values());
    }

    private static String state(RawHttp2Client client, String expected) throws IOException {
        if (expected.equals("flooding")) {
            return expected;
        }
        if (expected.equals("open")) {
            client.send(Frame.ping(0, new byte[8]));
            return client.nextOfAny().equals("PING 0 8 ack") ? "open" : "other";
        }
        return client.nextOfAny();
    }

    @Test
    void okOnSignalAnswersAtTheSignal() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.script(OK_ON_SIGNAL, OK);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1).get(3);
            assertThat(client.next()).startsWith("HEADERS 3 :status=200");
            assertThat(client.next()).startsWith("DATA 3 ");
            assertThat(partner.openStreams()).isEqualTo(1);

            partner.proceed();

            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(client.next()).isEqualTo(DATA);
            soon().until(() -> partner.openStreams() == 0);
        }
    }

    @Test
    void goAwayBelowAnswersTheStreamsBelowAndIgnoresThoseAbove() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.script(OK_ON_SIGNAL, GOAWAY_BELOW);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1).get(3);
            assertThat(client.next()).isEqualTo("GOAWAY 0 last=1 code=0");
            client.get(5);
            soon().until(() -> partner.ignoredStreams() == 1);

            partner.proceed();

            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(client.next()).isEqualTo(DATA);
            assertThat(client.next()).isEqualTo("closed");
            assertThat(partner.streams()).isEqualTo(3);
        }
    }

    @Test
    void goAwayWhileIdleComesAtTheSignal() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.script(GOAWAY_WHILE_IDLE, OK);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1);
            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(client.next()).isEqualTo(DATA);
            partner.proceed();
            assertThat(client.next()).isEqualTo("GOAWAY 0 last=1 code=0");
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void goAwayInTwoStepsAcceptsStreamsInBetween() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.script(GOAWAY_IN_TWO_STEPS, OK);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1);
            assertThat(client.next()).isEqualTo("GOAWAY 0 last=2147483647 code=0");
            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(client.next()).isEqualTo(DATA);
            client.get(3);
            assertThat(client.next()).startsWith("HEADERS 3 ");
            assertThat(client.next()).startsWith("DATA 3 ");
            partner.proceed();
            assertThat(client.next()).isEqualTo("GOAWAY 0 last=3 code=0");
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void closeWhileIdleComesAtTheSignalWithoutGoAway() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(CLOSE_WHILE_IDLE);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1);
            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(client.next()).isEqualTo(DATA);
            partner.proceed();
            assertThat(client.next()).isEqualTo("closed");
            assertThat(partner.open()).isZero();
        }
    }

    @Test
    void resetOnAcceptConcernsOneConnection() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.script(RESET_ON_ACCEPT, OK)) {
            // The connect itself may meet the reset.
            assertThatThrownBy(() -> RawClient.to(partner.port()).readToEnd()).hasMessageContaining("reset");
            try (RawHttp2Client client = RawHttp2Client.to(partner.port())) {
                assertThat(client.get(1).next()).isEqualTo(HEADERS);
            }
            assertThat(partner.connections()).isEqualTo(2);
            assertThat(partner.streams()).isEqualTo(1);
        }
    }

    @Test
    void noSettingsIsSilent() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(NO_SETTINGS);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1).send(Frame.ping(0, new byte[8]));
            assertSilent(client);
        }
    }

    @Test
    void settingsMayStayUnacknowledged() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(NO_SETTINGS_ACK);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 3=100000");
            assertThat(client.get(1).nextOfAny()).isEqualTo(HEADERS);
        }
    }

    @Test
    void pingMayStayUnanswered() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(NO_PING_ACK);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.send(Frame.ping(0, new byte[8])).get(1);
            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(partner.pings()).isEqualTo(1);
        }
    }

    @Test
    void neverReadLeavesRequestsInTheSocket() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(NEVER_READ);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.get(1).nextOfAny()).isEqualTo("SETTINGS 0 3=100000");
            assertSilent(client);
            assertThat(partner.streams()).isZero();
        }
    }

    @Test
    void thePrefaceMayBeAnsweredInHttp11() throws IOException {
        try (RawHttp2Partner partner = quick(HTTP_1_1_ANSWER);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.send(FrameReader.PREFACE).readToEnd())
                    .isEqualTo("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
    }

    @Test
    void noWindowIsGrantedBeforeTheSignal() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(NO_WINDOW);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 3=100000 4=0");
            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 ack");
            client.post(1);
            assertSilent(client);

            partner.proceed();

            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 4=65535");
            client.send(Frame.data(1, "body", true));
            assertThat(client.nextOfAny()).isEqualTo(HEADERS);
            assertThat(partner.bodyBytes()).isEqualTo(4);
            assertThat(partner.methodCount("POST")).isEqualTo(1);
        }
    }

    @Test
    void streamsMayBeLimitedToOneOrNone() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.script(ONE_STREAM, NO_STREAM);
                RawHttp2Client one = RawHttp2Client.to(partner.port());
                RawHttp2Client none = RawHttp2Client.to(partner.port())) {
            assertThat(one.nextOfAny()).isEqualTo("SETTINGS 0 3=1");
            assertThat(none.nextOfAny()).isEqualTo("SETTINGS 0 3=0");
            assertThat(none.nextOfAny()).isEqualTo("SETTINGS 0 ack");
            partner.proceed();
            assertThat(none.nextOfAny()).isEqualTo("SETTINGS 0 3=100");
        }
    }

    @Test
    void headersDripByteByByte() throws IOException {
        try (RawHttp2Partner partner = quick(DRIP_HEADERS);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.get(1).next()).isEqualTo("HEADERS 1 ...");
            String next = client.next();
            int dripped = 0;
            for (; next.equals("CONTINUATION 1 1"); dripped++) {
                next = client.next();
            }
            assertThat(next).isEqualTo(DATA);
            assertThat(dripped).isGreaterThan(60);
        }
    }

    @Test
    void bodiesDripByteByByte() throws IOException {
        try (RawHttp2Partner partner = quick(DRIP_BODY);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.get(1).next()).isEqualTo(HEADERS);
            for (int i = 0; i < BODY.length(); i++) {
                assertThat(client.next())
                        .isEqualTo("DATA 1 " + BODY.charAt(i) + (i == BODY.length() - 1 ? " end" : ""));
            }
        }
    }

    @Test
    void anEndlessBodyKeepsWithinTheWindows() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(ENDLESS_BODY);
                RawHttp2Client client = RawHttp2Client.to(partner.port(), Frame.INITIAL_WINDOW_SIZE, 100)) {
            assertThat(client.get(1).next()).isEqualTo("HEADERS 1 :status=200");
            assertThat(client.next()).startsWith("DATA 1 and on and on ");
            assertSilent(client);
            client.send(Frame.windowUpdate(1, 50_000));
            assertThat(client.next()).startsWith("DATA 1 ");
        }
    }

    @Test
    void aWindowMayBeOverrun() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(WINDOW_OVERRUN);
                RawHttp2Client client = RawHttp2Client.to(partner.port(), Frame.INITIAL_WINDOW_SIZE, 100)) {
            assertThat(client.get(1).next()).isEqualTo("HEADERS 1 :status=200");
            for (int i = 0; i < 100; i++) {
                assertThat(client.next()).isEqualTo("DATA 1 x*16384");
            }
        }
    }

    @Test
    void anEarlyResponseDoesNotWaitForTheBody() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(EARLY_RESPONSE);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.post(1);
            assertThat(client.next()).isEqualTo(HEADERS);
            assertThat(client.next()).isEqualTo(DATA);
            assertThat(partner.requests()).isZero();
            client.send(Frame.data(1, "late", true));
            soon().until(() -> partner.methodCount("POST") == 1);
        }
    }

    @Test
    void hugeHeadersHaveMoreThanOneMebibyte() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(HUGE_HEADERS);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.get(1).next()).startsWith("HEADERS 1 :status=200").endsWith("...");
            int full = 0;
            while (client.next().equals("CONTINUATION 1 16384")) {
                full++;
            }
            assertThat(full).isGreaterThan(64);
            assertThat(client.next()).isEqualTo(DATA);
        }
    }

    @Test
    void theBombIsSmallAndStandsForMuch() {
        byte[] bomb = HeaderBlock.bomb(HeaderBlock.of(":status", "200"), "x", "v".repeat(4_000), 12_000);

        assertThat(bomb).hasSizeLessThan(Frame.MAX_PAYLOAD);
        assertThatThrownBy(() -> new HpackDecoder(1 << 20, System::nanoTime).decode(ByteBuffer.wrap(bomb)))
                .hasMessageContaining("size");
    }

    private static void assertSilent(RawHttp2Client client) throws IOException {
        client.patience(150);
        assertThatThrownBy(client::nextOfAny).isInstanceOf(SocketTimeoutException.class);
        client.patience(RawClient.PATIENCE_MILLIS);
    }

    private static RawHttp2Partner quick(Http2Misbehaviour misbehaviour) {
        return RawHttp2Partner.start(builder -> builder.then(misbehaviour).dripInterval(Duration.ofMillis(1)));
    }
}
