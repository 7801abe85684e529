package dev.medley.exchange;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;

import static dev.medley.exchange.BrokerRig.PARTNER;
import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.partner.HealthCheckSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A broker whose partners a reload has changed, and the one before it. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ReloadedPartnersTest {

    private static final long MIB = 1 << 20;
    private static final String PATH = "/who";

    @RegisterExtension
    final BrokerRig rig;

    ReloadedPartnersTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aPartnerThatIsTheSameKeepsItsConnections() {
        PartnerStubs partner = stubs("same");
        DefaultBroker before = rig.start(at(partner.uri()));
        openConnection();

        DefaultBroker after = reload(before, at(partner.uri()), named("another", "http://127.0.0.1:1"));

        assertThat(after.partner(PARTNER)).isSameAs(before.partner(PARTNER));
        assertThat(after.partnerNames()).containsExactly(PARTNER, "another");
        assertThat(textOf(after)).isEqualTo("same");
        assertThat(after.partner(PARTNER).connections().opened()).isEqualTo(1);
    }

    @Test
    void limitsChangeInPlace() {
        PartnerStubs partner = stubs("same");
        DefaultBroker before = rig.start(at(partner.uri()).limits(l -> l.maxQueued(5)));
        openConnection();

        DefaultBroker after = reload(before, at(partner.uri()).limits(l -> l.maxQueued(6)));

        Partner changed = after.partner(PARTNER);
        assertThat(changed.settings().limits().maxQueued()).isEqualTo(6);
        assertThat(changed.admission().limiter().maxQueued()).isEqualTo(6);
        assertThat(textOf(after)).isEqualTo("same");
        assertThat(changed.connections().opened()).isEqualTo(1);
    }

    @Test
    void healthChecksGoOnWherePartnersKeepTheirEndpointsBeginWhereTheyAreAddedAndEndWhereTheyAreGone() {
        Consumer<HealthCheckSettings.Builder> checked = check -> check.path("/health");
        Duration interval = HealthCheckSettings.builder().build().interval();
        PartnerStubs kept = stubs("kept").answer("GET", "/health", StubAnswer.status(200));
        PartnerStubs other = stubs("other").answer("GET", "/health", StubAnswer.status(200));
        DefaultBroker first = rig.start(at(kept.uri()).healthCheck(checked));
        rig.clock().advance(Duration.ZERO);
        awaitChecks(kept, 1);

        DefaultBroker second = reload(
                first,
                at(kept.uri()).healthCheck(checked).limits(l -> l.maxQueued(6)),
                named("other", other.uri()).healthCheck(checked));
        rig.clock().advance(Duration.ZERO);
        awaitChecks(other, 1);
        assertThat(kept.recorded("GET", "/health")).hasSize(1);
        rig.clock().advance(interval);
        awaitChecks(other, 2);
        awaitChecks(kept, 2);

        reload(second, named("other", other.uri()).healthCheck(checked));
        rig.clock().advance(interval);
        awaitChecks(other, 3);
        assertThat(kept.recorded("GET", "/health")).hasSize(2);
    }

    @Test
    void aPartnerThatIsGoneClosesItsConnectionsOnceTheyAreIdleAndFailsNoExchange() {
        HandPartner partner = rig.hand();
        DefaultBroker before = rig.start(at(partner.url()));
        RecordingListener inFlight = rig.get("/in-flight");
        HandConnection used = partner.acceptRequest();

        DefaultBroker after = reload(before);

        assertThatThrownBy(() -> after.exchange(PARTNER))
                .isInstanceOf(UnknownPartnerException.class)
                .hasMessageContaining(PARTNER);
        used.answer("late");
        assertThat(inFlight.response().text()).isEqualTo("late");
        inFlight.assertEnded(Outcome.COMPLETED, null);
        awaitNoConnection(before);
    }

    @Test
    void theIdleConnectionsOfAPartnerWithAnotherAddressAreClosedAtOnce() {
        PartnerStubs old = stubs("old");
        PartnerStubs moved = stubs("moved");
        DefaultBroker before = rig.start(at(old.uri()));
        openConnection();

        DefaultBroker after = reload(before, at(moved.uri()));

        awaitNoConnection(before);
        assertThat(textOf(after)).isEqualTo("moved");
    }

    @Test
    void aMashupThatHasBegunStartsExchangesWithAPartnerThatIsGone() {
        PartnerStubs partner = stubs("late");
        DefaultBroker before = rig.start(at(partner.uri()));
        openConnection();
        reload(before);
        awaitNoConnection(before);

        assertThat(textOf(before)).isEqualTo("late");

        awaitNoConnection(before);
    }

    @Test
    void theLargestHeadOfARequestGrows() {
        rig.assumeHttp11("the stubs refuse it over HTTP/2 before they see a request");
        PartnerStubs partner = stubs("taken");
        DefaultBroker before = rig.start(at(partner.uri()));

        // The stubs take heads of 8 KiB, and say so: the request has been sent.
        DefaultBroker after = reload(before, at(partner.uri()).limits(l -> l.maxRequestHead(32 << 10)));

        DefaultExchange large = after.exchange(PARTNER)
                .get(PATH)
                .header("X-Large", "x".repeat(20 << 10))
                .start();
        assertThat(large.response().toCompletableFuture().join().status()).isEqualTo(431);
    }

    /** Brings partners into effect, with the way of the rig. */
    private DefaultBroker reload(DefaultBroker before, PartnerSettings.Builder... partners) {
        List<PartnerSettings> settings = Stream.of(partners).map(rig::byThisWay).toList();
        DefaultBroker after = before.withPartners(settings);
        before.handOverTo(after, MIB);
        return after;
    }

    /** Partners that answer with {@code text}. */
    private PartnerStubs stubs(String text) {
        return rig.stubs(PartnerStubs.builder().answer("GET", PATH, 200, '"' + text + '"'));
    }

    private void openConnection() {
        rig.get(PATH).assertEnded(Outcome.COMPLETED, null);
        Soon.until("idle", () -> rig.partner().connections().idle() == 1);
    }

    private static String textOf(DefaultBroker broker) {
        return broker.exchange(PARTNER)
                .get(PATH)
                .start()
                .response()
                .toCompletableFuture()
                .join()
                .text()
                .replace("\"", "");
    }

    private static void awaitChecks(PartnerStubs partner, int number) {
        Soon.asserted(() -> assertThat(partner.recorded("GET", "/health")).hasSize(number));
    }

    private static void awaitNoConnection(DefaultBroker broker) {
        Soon.until("no connection", () -> broker.partner(PARTNER).connections().open() == 0);
    }
}
