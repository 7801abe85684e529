package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that a partner can do wrong by HTTP/1.1, one after another, against one server. */
class Http1PartnerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REAL_CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final int MAX_BYTES = 8 << 20;

    /** More than a document may have. */
    private static final int NAMES = 200_000;

    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();

    private static int expectedStatus(Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case OK,
                    UNSOLICITED_100,
                    CLOSE_AFTER_RESPONSE,
                    CLOSE_WHILE_IDLE,
                    HALF_CLOSE_WHILE_IDLE,
                    EARLY_RESPONSE,
                    CONTENT_LENGTH_TOO_SHORT,
                    SURPLUS_BEHIND_READ,
                    SURPLUS_LATER,
                    SURPLUS_ON_SIGNAL,
                    BODY_ON_204,
                    CHUNKED_IN_HTTP_1_0,
                    DRIP_HEADERS,
                    DRIP_BODY -> 200;
            case NEVER_ANSWER, CONTENT_LENGTH_TOO_LONG -> 504;
            default -> 502;
        };
    }

    @InEachMode
    void eachMisbehaviourHasItsStatusAndTheServerGoesOn(ExecutionMode mode) throws Exception {
        List<RawPartner> partners = new ArrayList<>();
        try {
            MashupRig.Builder builder = MashupRig.in(mode).manualTime();
            for (Misbehaviour misbehaviour : Misbehaviour.values()) {
                RawPartner partner = RawPartner.start(choices ->
                        choices.then(misbehaviour).distinctNames(NAMES).dripInterval(Duration.ofMillis(1)));
                partners.add(partner);
                builder.partner(settings(misbehaviour, partner));
            }
            try (MashupRig rig = builder.serve(this::merged)) {
                assertEachHasItsStatus(rig);
            }
        } finally {
            partners.forEach(RawPartner::close);
        }
    }

    private void assertEachHasItsStatus(MashupRig rig) throws Exception {
        Map<Misbehaviour, Integer> expected = new EnumMap<>(Misbehaviour.class);
        Map<Misbehaviour, Integer> statuses = new EnumMap<>(Misbehaviour.class);
        for (Misbehaviour misbehaviour : Misbehaviour.values()) {
            expected.put(misbehaviour, expectedStatus(misbehaviour));
            statuses.put(misbehaviour, statusOf(misbehaviour, rig));
        }
        assertThat(statuses).isEqualTo(expected);
        assertThat(statusOf(Misbehaviour.OK, rig)).isEqualTo(200);
    }

    private int statusOf(Misbehaviour misbehaviour, MashupRig rig) throws Exception {
        exchanges.clear();
        CompletableFuture<HttpResponse<String>> reply = rig.begin("/?partner=" + nameOf(misbehaviour));
        if (expectedStatus(misbehaviour) == 504) {
            ExchangeState silent =
                    misbehaviour == Misbehaviour.NEVER_ANSWER ? ExchangeState.WAITING : ExchangeState.BODY;
            Soon.until("silence", () -> !exchanges.isEmpty() && exchanges.get(0).state() == silent);
            rig.clock().advance(TIMEOUT);
        }
        return reply.get().statusCode();
    }

    private static PartnerSettings settings(Misbehaviour misbehaviour, RawPartner partner) {
        return PartnerSettings.of(nameOf(misbehaviour), partner.uri().toString())
                .timeout(TIMEOUT)
                .connectTimeout(REAL_CONNECT_TIMEOUT)
                .limits(l -> l.maxBody(MAX_BYTES))
                .retry(r -> r.connectRetries(0))
                .retries(0)
                .build();
    }

    private static String nameOf(Misbehaviour misbehaviour) {
        return misbehaviour.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private CompletionStage<Reply> merged(Mashup mashup) {
        Exchange exchange = mashup.get(mashup.parameter("partner"), "/");
        exchanges.add(exchange);
        return mashup.merge().put("shop", exchange).reply();
    }
}
