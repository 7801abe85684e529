package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Everything that a partner can do wrong towards a request by HTTP/2: beside another exchange, and mixed. */
class Http2MisbehaviourTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LATER = Duration.ofHours(2);
    private static final int MAX_BYTES = 64 * 1024;
    private static final int MIXED = 500;
    private static final String BODY = "{\"partner\":0,\"status\":\"ok\"}";

    /** Those that concern a connection have tests of their own. */
    private static final Set<Http2Misbehaviour> OF_CONNECTIONS = EnumSet.of(
            Http2Misbehaviour.RESET_ON_ACCEPT,
            Http2Misbehaviour.NO_SETTINGS,
            Http2Misbehaviour.NO_SETTINGS_ACK,
            Http2Misbehaviour.NO_PING_ACK,
            Http2Misbehaviour.NEVER_READ,
            Http2Misbehaviour.HTTP_1_1_ANSWER,
            Http2Misbehaviour.NO_WINDOW,
            Http2Misbehaviour.ONE_STREAM,
            Http2Misbehaviour.NO_STREAM,
            Http2Misbehaviour.WINDOW_OVERRUN);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    /** The end of an exchange that expects JSON and is sent once, unless it was certainly not processed. */
    private static Expected expected(Http2Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case OK,
                    OK_ON_SIGNAL,
                    GOAWAY_BELOW,
                    GOAWAY_BEFORE_RESPONSE,
                    GOAWAY_IN_BODY,
                    GOAWAY_WHILE_IDLE,
                    GOAWAY_IN_TWO_STEPS,
                    REFUSED_STREAM,
                    CLOSE_WHILE_IDLE,
                    EARLY_RESPONSE,
                    UNSOLICITED_100,
                    TRAILERS,
                    UNKNOWN_FRAMES,
                    PADDED_DATA,
                    DATA_AFTER_END,
                    HEADERS_AFTER_END -> new Expected(null, true);
            case GOAWAY_BELOW_AND_CLOSE, GOAWAY_ENHANCE_YOUR_CALM -> new Expected(null, false);
            case RESET_CANCEL,
                    RESET_INTERNAL_ERROR,
                    RESET_ENHANCE_YOUR_CALM,
                    RESET_HTTP_1_1_REQUIRED,
                    RESET_NO_ERROR,
                    RESET_AFTER_HEADERS,
                    RESET_IN_BODY,
                    DATA_BEFORE_HEADERS,
                    BODY_TOO_LONG,
                    BODY_TOO_SHORT,
                    NO_BODY,
                    BODY_ON_204,
                    NO_STATUS,
                    TWO_STATUSES,
                    STATUS_LAST,
                    REQUEST_PSEUDO_HEADER,
                    UPPERCASE_NAME,
                    CONNECTION_HEADERS,
                    LINE_BREAK_IN_VALUE,
                    WINDOW_UPDATE_OF_ZERO,
                    WINDOW_OVERFLOW -> new Expected(Reason.CONNECTION_FAILED, true);
            case GOAWAY_AND_CLOSE,
                    GOAWAY_IN_BODY_AND_CLOSE,
                    RESET_CONNECTION,
                    RESET_CONNECTION_IN_BODY,
                    CLOSE_CONNECTION,
                    CLOSE_CONNECTION_IN_HEADERS,
                    CLOSE_CONNECTION_IN_BODY,
                    // Jetty's decoder takes it for a fault of the header compression, which concerns the connection.
                    BAD_STATUS,
                    BAD_HPACK,
                    HUGE_HEADERS,
                    HPACK_BOMB,
                    STREAM_NEVER_OPENED,
                    EVEN_STREAM,
                    PUSH_PROMISE,
                    DATA_ON_CONNECTION,
                    SETTINGS_ON_STREAM,
                    FRAME_TOO_LARGE,
                    BAD_PING,
                    BAD_SETTINGS,
                    CONNECTION_WINDOW_OVERFLOW,
                    INTERRUPTED_HEADERS,
                    FLOOD_OF_RESETS,
                    FLOOD_OF_SETTINGS,
                    FLOOD_OF_PINGS,
                    FLOOD_OF_EMPTY_DATA,
                    FLOOD_OF_CONTINUATIONS,
                    FLOOD_OF_WINDOW_UPDATES,
                    FLOOD_OF_PRIORITIES,
                    FLOOD_OF_1XX -> new Expected(Reason.CONNECTION_FAILED, false);
            case ENDLESS_BODY -> new Expected(Reason.BODY_TOO_LARGE, true);
            case EARLY_413 -> new Expected(Reason.UNEXPECTED_STATUS, true);
            case NEVER_ANSWER, DRIP_HEADERS, DRIP_BODY -> new Expected(Reason.TIMEOUT, true);
            default -> throw new IllegalArgumentException(misbehaviour + " concerns a connection");
        };
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {
                "RESET_ON_ACCEPT", // concerns a connection, as the next ones
                "NO_SETTINGS",
                "NO_SETTINGS_ACK",
                "NO_PING_ACK",
                "NEVER_READ",
                "HTTP_1_1_ANSWER",
                "NO_WINDOW",
                "ONE_STREAM",
                "NO_STREAM",
                "WINDOW_OVERRUN",
                "DRIP_HEADERS" // no other frame may come between its pieces
            })
    void endsAsItShouldAndLeavesOtherStreamsAlone(Http2Misbehaviour misbehaviour) {
        RawHttp2Partner partner = start(Http2Misbehaviour.OK_ON_SIGNAL, misbehaviour, Http2Misbehaviour.OK);
        Expected expected = expected(misbehaviour);
        RecordingListener neighbour =
                rig.start(rig.exchange().get("/").timeout(LATER).expectJson());
        Soon.until("the request of the neighbour", () -> partner.requests() == 1);

        RecordingListener exchange =
                rig.start(rig.exchange().get("/").timeout(TIMEOUT).expectJson());
        if (misbehaviour == Http2Misbehaviour.OK_ON_SIGNAL) {
            partner.proceed();
            partner.proceed();
        }
        passTimeoutIf(expected.reason == Reason.TIMEOUT, exchange);
        assertEnded(exchange, expected.reason);

        if (expected.otherStreamsLive) {
            partner.proceed();
            assertEnded(neighbour, null);
        } else {
            assertEnded(neighbour, Reason.CONNECTION_FAILED);
        }
        assertThat(exchange.exchange().timings().attempts().size())
                .as("attempts")
                .isEqualTo(goesAgain(misbehaviour) ? 2 : 1);
        // Ends a GOAWAY of two steps, and closes what is idle.
        partner.proceed();
        rig.assertNothingLeft();
        assertThatNextExchangeCompletes();
    }

    /** The response is too large, or the client has closed the connection before it has read that much: either comes first. */
    @Test
    void anOverrunOfTheWindowEndsWhatIsSharedAtMost() {
        RawHttp2Partner partner =
                start(Http2Misbehaviour.OK_ON_SIGNAL, Http2Misbehaviour.WINDOW_OVERRUN, Http2Misbehaviour.OK);
        RecordingListener neighbour =
                rig.start(rig.exchange().get("/").timeout(LATER).expectJson());
        Soon.until("the request of the neighbour", () -> partner.requests() == 1);

        RecordingListener exchange =
                rig.start(rig.exchange().get("/").timeout(TIMEOUT).expectJson());
        assertThat(exchange.failure().reason()).isIn(Reason.BODY_TOO_LARGE, Reason.CONNECTION_FAILED);

        partner.proceed();
        assertThat(neighbour.awaitEnd().exchange().outcome()).isIn(Outcome.COMPLETED, Outcome.FAILED);
        rig.assertNothingLeft();
        assertThatNextExchangeCompletes();
    }

    @Test
    void headersThatDripExpire() {
        start(Http2Misbehaviour.DRIP_HEADERS, Http2Misbehaviour.OK);
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").timeout(TIMEOUT).expectJson());
        passTimeoutIf(true, exchange);
        assertEnded(exchange, Reason.TIMEOUT);
    }

    @ParameterizedTest
    @EnumSource(names = {"DRIP_HEADERS", "DRIP_BODY"})
    void dripsThatComeInTimeComplete(Http2Misbehaviour misbehaviour) {
        RawHttp2Partner partner =
                rig.rawHttp2(choices -> choices.then(misbehaviour).dripInterval(Duration.ofMillis(1)));
        rig.start(settings(partner));
        assertEnded(rig.start(rig.exchange().get("/").expectJson()), null);
    }

    @Test
    void allMixedLeaveNothingBehind() {
        List<Http2Misbehaviour> mixable = List.copyOf(EnumSet.complementOf(EnumSet.copyOf(OF_CONNECTIONS)));
        Http2Misbehaviour[] script = new Random(1)
                .ints(MIXED, 0, mixable.size())
                .mapToObj(mixable::get)
                .toArray(Http2Misbehaviour[]::new);
        RawHttp2Partner partner = rig.rawHttp2(choices -> {
            choices.dripInterval(Duration.ofMillis(1));
            List.of(script).forEach(choices::then);
            choices.then(Http2Misbehaviour.OK);
        });
        rig.start(settings(partner).timeout(TIMEOUT).limits(l -> l.maxQueued(MIXED)));
        List<RecordingListener> exchanges = IntStream.range(0, MIXED)
                .mapToObj(i -> rig.start(
                        i % 4 == 0
                                ? rig.exchange().post("/").body(Bodies.small()).expectJson()
                                : rig.exchange().get("/").expectJson()))
                .toList();
        Soon.until("all ends", () -> {
            rig.clock().advance(Duration.ofMillis(100));
            return exchanges.stream()
                    .allMatch(exchange -> exchange.exchange().state().isEnd());
        });
        for (RecordingListener exchange : exchanges) {
            exchange.awaitEnd();
            if (exchange.exchange().outcome() == Outcome.COMPLETED) {
                assertThat(exchange.response().text().strip()).isEqualTo(BODY);
            }
        }
        rig.assertNothingLeft();
    }

    private RawHttp2Partner start(Http2Misbehaviour... inTurn) {
        boolean drips = List.of(inTurn).stream().anyMatch(entry -> entry.name().startsWith("DRIP_"));
        RawHttp2Partner partner = rig.rawHttp2(choices -> {
            // Drips are so slow that nothing comes but the first byte; otherwise it is for how long a reset waits.
            choices.dripInterval(drips ? Duration.ofHours(1) : Duration.ofMillis(10));
            List.of(inTurn).forEach(choices::then);
        });
        rig.start(settings(partner));
        return partner;
    }

    private static PartnerSettings.Builder settings(RawHttp2Partner partner) {
        return at(partner.uri())
                .protocol(ProtocolChoice.H2C)
                .timeout(LATER)
                .limits(l -> l.maxBody(MAX_BYTES))
                .retry(r -> r.connectRetries(0))
                .retries(0);
    }

    private void passTimeoutIf(boolean expires, RecordingListener exchange) {
        if (expires) {
            exchange.await(Event.WAITING_FOR_RESPONSE);
            rig.pass(TIMEOUT);
        }
    }

    /** Returns whether the request goes again although there are no retries, as it was certainly not processed. */
    private static boolean goesAgain(Http2Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case REFUSED_STREAM, GOAWAY_BELOW, GOAWAY_BELOW_AND_CLOSE, GOAWAY_ENHANCE_YOUR_CALM -> true;
            default -> false;
        };
    }

    private static void assertEnded(RecordingListener exchange, @Nullable Reason reason) {
        exchange.assertEnded(reason == null ? Outcome.COMPLETED : reason.outcome(), reason);
        if (reason == null) {
            assertThat(exchange.response().text().strip()).isEqualTo(BODY);
        }
    }

    /** The connections that are left are of use. One that the partner has just closed may be taken before that is seen. */
    private void assertThatNextExchangeCompletes() {
        List<RecordingListener> tries = new ArrayList<>();
        Soon.until("an exchange that completes", () -> {
            RecordingListener next = rig.start(rig.exchange().get("/").expectJson());
            tries.add(next);
            next.awaitEnd();
            return next.exchange().outcome() == Outcome.COMPLETED;
        });
        assertThat(tries).hasSizeLessThan(4);
    }

    private record Expected(@Nullable Reason reason, boolean otherStreamsLive) {}
}
