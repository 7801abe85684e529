package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No byte of one exchange gets into another, or is lost to it: connections share the buffers that they read into. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeIsolationTest {

    private static final int ROUNDS = 8;
    private static final int AT_A_TIME = 25;

    @RegisterExtension
    final BrokerRig rig;

    ExchangeIsolationTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @ParameterizedTest
    @EnumSource(names = {"BAD_CHUNK", "TRUNCATED_CHUNKS", "RESET_IN_BODY", "ENDLESS_BODY", "FLOOD_OF_1XX"})
    void anExchangeThatFailsTakesNothingFromOthers(Misbehaviour misbehaviour) {
        RawPartner bad = rig.raw(choices -> choices.then(misbehaviour).dripInterval(Duration.ofMillis(1)));
        PartnerStubs good = rig.stubs();
        rig.start(
                at(good.uri()),
                named("bad", bad.uri()).limits(l -> l.maxBody(50_000)).retries(0));
        for (int round = 0; round < ROUNDS; round++) {
            List<RecordingListener> others = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                rig.start(rig.broker().exchange("bad").get("/"));
                others.add(rig.start(rig.exchange()
                        .get("/partner/{i}?size={size}", i, 100 * i)
                        .expectJson()));
            }
            for (int i = 0; i < AT_A_TIME; i++) {
                Json answer = others.get(i).response().json();
                assertThat(answer.tree().get("partner").asInt()).isEqualTo(i);
            }
        }
    }
}
