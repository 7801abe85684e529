package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.proxy.ProxyFault;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A partner that behaves, behind a network that cuts, delays, throttles and loses. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class FaultyNetworkTest {

    private static final int SIZE = 50_000;
    private static final String BYTES = "/bytes?size=" + SIZE;

    @RegisterExtension
    final BrokerRig rig;

    private final PartnerStubs partner;
    private final FaultProxy proxy;

    FaultyNetworkTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        partner = rig.stubs();
        proxy = rig.proxy(partner.uri());
    }

    /** Whatever was injected, the connections are those that the broker has, and exchanges go on. */
    @AfterEach
    void theBaselineIsRestored() {
        proxy.calm();
        assertAnswered(rig.get(BYTES));
        Soon.until(
                "only the broker's connections",
                () -> proxy.open() == rig.partner().connections().open() && partner.connections() == proxy.open());
        assertThat(rig.partner().permitsUsed()).isZero();
    }

    @Test
    void aGetWhoseResponseIsCutOffIsSentAgain() {
        proxy.script(ProxyFault.resetAfter(0), ProxyFault.none());
        // Over HTTP/2 the partner's SETTINGS are the first bytes: the connect fails, which is tried again too.
        rig.start(at(proxy.uri()));
        assertAnswered(rig.get(BYTES));
        assertThat(proxy.connections()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aResponseThatIsCutInItsBodyFails(boolean byReset) {
        rig.start(at(proxy.uri()).retries(0));
        assertAnswered(rig.get("/bytes?size=1"));
        proxy.inject(byReset ? ProxyFault.resetAfter(SIZE / 2) : ProxyFault.closeAfter(SIZE / 2));
        RecordingListener exchange = rig.get(BYTES);
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.failure().phase()).isEqualTo(ExchangeState.BODY);
    }

    @Test
    void aPostWhoseResponseIsCutOffIsNotSentAgain() {
        rig.start(at(proxy.uri()).retries(5));
        assertAnswered(rig.get("/bytes?size=1"));
        proxy.inject(ProxyFault.resetAfter(0));
        RecordingListener exchange = rig.start(rig.exchange().post(BYTES).body(Bodies.small()));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.requests("POST", "/bytes")).isLessThanOrEqualTo(1);
    }

    @Test
    void lateBytesAreTheAnswer() {
        rig.start(at(proxy.uri()));
        proxy.inject(ProxyFault.delay(Duration.ofMillis(200)));
        assertAnswered(rig.get(BYTES));
    }

    @Test
    void fewBytesAtATimeAreTheAnswer() {
        rig.start(at(proxy.uri()));
        proxy.inject(ProxyFault.throttle(100_000));
        assertAnswered(rig.get(BYTES));
    }

    @Test
    void whatStandsStillExpires() {
        rig.start(at(proxy.uri()).timeout(Duration.ofSeconds(5)));
        assertAnswered(rig.get("/bytes?size=1"));
        proxy.inject(ProxyFault.blackHole());
        RecordingListener exchange = rig.get(BYTES);
        exchange.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(5));
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
    }

    @Test
    void whatIsRefusedFails() {
        rig.start(at(proxy.uri()).retries(0));
        proxy.refuse();
        rig.get(BYTES).assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
    }

    private static void assertAnswered(RecordingListener exchange) {
        PartnerResponse response = exchange.response();
        assertThat(response.status()).isEqualTo(200);
        byte[] body = response.body();
        assertThat(body.length).isIn(1, SIZE);
        for (int i = 0; i < body.length; i++) {
            assertThat(body[i]).isEqualTo(PartnerStubs.byteAt(i));
        }
    }
}
