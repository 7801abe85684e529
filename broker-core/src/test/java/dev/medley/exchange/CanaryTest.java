package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.partner.CanaryKey;
import dev.medley.partner.CanarySettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.routing.Canary;
import dev.medley.stubs.PartnerStubs;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Exchanges that go to a canary, where nothing is known of who has sent a request. */
class CanaryTest {

    private static final int MANY = 10_000;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private static Consumer<CanarySettings.Builder> share(double share) {
        return settings -> settings.partner("next").share(share);
    }

    private Canary canary() {
        return Objects.requireNonNull(rig.partner().canary());
    }

    private PartnerStubs stubs(String text) {
        return rig.stubs(PartnerStubs.builder().answer("GET", "/a", 200, text));
    }

    @Test
    void theShareIsThatOfTheRequestsAtBoth() {
        PartnerStubs partner = stubs("1");
        PartnerStubs next = stubs("2");
        rig.start(at(partner.uri()).canary(share(0.1)), named("next", next.uri()));
        for (int i = 0; i < MANY; i++) {
            rig.exchange().get("/a").start().response().toCompletableFuture().join();
        }
        assertThat(next.requests()).isBetween(MANY / 10 - MANY / 1000L, MANY / 10 + MANY / 1000L);
        assertThat(partner.requests() + next.requests()).isEqualTo(MANY);
        assertThat(canary().atCanary()).isEqualTo(next.requests());
        assertThat(canary().atPartner()).isEqualTo(partner.requests());
    }

    @Test
    void anExchangeWithTheCanaryHasItsSettingsAndTheNameOfThePartner() {
        PartnerStubs next = rig.stubs(PartnerStubs.builder().answer("GET", "/v2/a", 200, "2"));
        rig.start(
                at("http://127.0.0.1:1").canary(share(1)).header("X-Key", "of the partner"),
                named("next", next.uri() + "/v2").header("X-Key", "of the canary"));
        DefaultExchange exchange = rig.exchange().get("/a").start();
        assertThat(exchange.response().toCompletableFuture().join().text()).isEqualTo("2");
        assertThat(exchange.partner()).isEqualTo("next");
        assertThat(exchange.label()).isEqualTo("partner");
        assertThat(next.recorded().get(0).header("X-Key")).isEqualTo("of the canary");
    }

    @Test
    void aReloadChangesTheShareAndKeepsConnectionsAndCounts() {
        PartnerStubs partner = stubs("1");
        PartnerStubs next = stubs("2");
        rig.start(at(partner.uri()).canary(share(0)), named("next", next.uri()));
        rig.exchange().get("/a").start().response().toCompletableFuture().join();
        List<PartnerSettings> changed = List.of(
                at(partner.uri()).canary(share(1)).build(),
                named("next", next.uri()).build());
        var before = rig.broker();
        var after = before.withPartners(changed);
        before.handOverTo(after, before.heldBytes().limit());
        after.exchange(BrokerRig.PARTNER)
                .get("/a")
                .start()
                .response()
                .toCompletableFuture()
                .join();
        Canary canary = Objects.requireNonNull(after.partner(BrokerRig.PARTNER).canary());
        assertThat(canary.atPartner()).isOne();
        assertThat(canary.atCanary()).isOne();
        assertThat(after.partner("next")).isSameAs(before.partner("next"));
        assertThat(after.partner(BrokerRig.PARTNER).endpoints())
                .isEqualTo(before.partner(BrokerRig.PARTNER).endpoints());
    }

    @Test
    void settingsThatDoNotGoTogetherAreRefused() {
        assertRefused(c -> c.share(0.1), "canary.partner: is not set; expected with canary");
        assertRefused(c -> c.partner("next"), "canary.share: is not set, nor are canary.header and canary.callers");
        assertRefused(share(0.1).andThen(c -> c.headerValue("x")), "canary.header-value: has no effect");
        assertRefused(
                share(0.1).andThen(c -> c.by(CanaryKey.CALLER).field("X-User")),
                "canary.field: cannot be combined with canary.by");
        assertRefused(share(1.5), "canary.share");
        rig.start(at("http://127.0.0.1:1"));
    }

    private static void assertRefused(Consumer<CanarySettings.Builder> change, String message) {
        assertThatThrownBy(() -> at("http://127.0.0.1:1").canary(change).build())
                .hasMessageContaining(message);
    }
}
