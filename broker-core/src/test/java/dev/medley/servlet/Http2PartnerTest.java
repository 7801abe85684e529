package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.ProtocolChoice;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that a partner can do wrong by HTTP/2, one after another, against one server. */
class Http2PartnerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 64 * 1024;

    /** Those that concern a connection, and one that waits for a signal. */
    private static final Set<Http2Misbehaviour> LEFT_OUT = EnumSet.of(
            Http2Misbehaviour.OK_ON_SIGNAL,
            Http2Misbehaviour.RESET_ON_ACCEPT,
            Http2Misbehaviour.NO_SETTINGS,
            Http2Misbehaviour.NO_SETTINGS_ACK,
            Http2Misbehaviour.NO_PING_ACK,
            Http2Misbehaviour.NEVER_READ,
            Http2Misbehaviour.HTTP_1_1_ANSWER,
            Http2Misbehaviour.NO_WINDOW,
            Http2Misbehaviour.ONE_STREAM,
            Http2Misbehaviour.NO_STREAM);

    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();

    private static int expectedStatus(Http2Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case OK,
                    GOAWAY_BELOW,
                    GOAWAY_BELOW_AND_CLOSE,
                    GOAWAY_ENHANCE_YOUR_CALM,
                    GOAWAY_BEFORE_RESPONSE,
                    GOAWAY_IN_BODY,
                    GOAWAY_WHILE_IDLE,
                    GOAWAY_IN_TWO_STEPS,
                    REFUSED_STREAM,
                    CLOSE_WHILE_IDLE,
                    DRIP_HEADERS,
                    DRIP_BODY,
                    EARLY_RESPONSE,
                    UNSOLICITED_100,
                    TRAILERS,
                    UNKNOWN_FRAMES,
                    PADDED_DATA,
                    DATA_AFTER_END,
                    HEADERS_AFTER_END -> 200;
            case NEVER_ANSWER -> 504;
            default -> 502;
        };
    }

    @InEachMode
    void eachMisbehaviourHasItsStatusAndTheServerGoesOn(ExecutionMode mode) throws Exception {
        Set<Http2Misbehaviour> all = EnumSet.complementOf(EnumSet.copyOf(LEFT_OUT));
        try (RawHttp2Partner partner = RawHttp2Partner.start(choices -> {
                    choices.dripInterval(Duration.ofMillis(1));
                    all.forEach(misbehaviour -> inTurn(choices, misbehaviour));
                    choices.then(Http2Misbehaviour.OK);
                });
                MashupRig rig = MashupRig.in(mode)
                        .manualTime()
                        .partner(PartnerSettings.of("shop", partner.uri().toString())
                                .protocol(ProtocolChoice.H2C)
                                .timeout(TIMEOUT)
                                .limits(l -> l.maxBody(MAX_BYTES))
                                .retry(r -> r.connectRetries(0))
                                .retries(0)
                                .build())
                        .serve(this::merged)) {
            Map<Http2Misbehaviour, Integer> expected = new LinkedHashMap<>();
            Map<Http2Misbehaviour, Integer> statuses = new LinkedHashMap<>();
            for (Http2Misbehaviour misbehaviour : all) {
                expected.put(misbehaviour, expectedStatus(misbehaviour));
                statuses.put(misbehaviour, statusOf(misbehaviour, rig));
            }
            assertThat(statuses).isEqualTo(expected);
            assertThat(rig.get("/").statusCode()).isEqualTo(200);
        }
    }

    private static void inTurn(RawHttp2Partner.Builder choices, Http2Misbehaviour misbehaviour) {
        choices.then(misbehaviour);
        boolean goesAgain = switch (misbehaviour) {
            case REFUSED_STREAM, GOAWAY_BELOW, GOAWAY_BELOW_AND_CLOSE, GOAWAY_ENHANCE_YOUR_CALM -> true;
            default -> false;
        };
        if (goesAgain) {
            choices.then(Http2Misbehaviour.OK);
        }
    }

    private int statusOf(Http2Misbehaviour misbehaviour, MashupRig rig) throws Exception {
        exchanges.clear();
        CompletableFuture<HttpResponse<String>> reply = rig.begin("/");
        if (misbehaviour == Http2Misbehaviour.NEVER_ANSWER) {
            Soon.until(
                    "the wait for an answer",
                    () -> !exchanges.isEmpty() && exchanges.get(0).state() == ExchangeState.WAITING);
            rig.clock().advance(TIMEOUT);
        }
        int status = reply.get().statusCode();
        if (misbehaviour.name().startsWith("FLOOD_")) {
            // The exchange may have failed before the flood ends the connection.
            Partner partner = rig.broker().partner("shop");
            Soon.until("the end of the connection", () -> partner.connections().open() == 0);
        }
        return status;
    }

    private CompletionStage<Reply> merged(Mashup mashup) {
        Exchange exchange = mashup.get("shop", "/");
        exchanges.add(exchange);
        return mashup.merge().put("shop", exchange).reply();
    }
}
