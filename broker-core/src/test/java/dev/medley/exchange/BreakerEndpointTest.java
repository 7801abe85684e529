package dev.medley.exchange;

import dev.medley.exchange.internal.DefaultExchangeBuilder;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.health.Breaker;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The circuit breaker of an endpoint. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class BreakerEndpointTest {

    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final Duration AFTER_OPEN = OPEN.plusMillis(1);
    private static final int MIN_ATTEMPTS = 4;
    private static final int PROBES = 2;

    @RegisterExtension
    final BrokerRig rig;

    BreakerEndpointTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void fault1RefusedFailsFastWithAnEventAndTheBreakerCountsIt() {
        RawPartner partner = rig.raw(Misbehaviour.REFUSE);
        rig.start(withBreaker(at(partner.uri()).retry(r -> r.connectRetries(0))));
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            RecordingListener refused = rig.get("/");
            refused.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
            assertThat(refused.events()).containsExactly(Event.CONNECTION_FAILED, Event.ENDED);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.OPEN);
        RecordingListener atOnce = rig.get("/");
        atOnce.assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
        assertThat(atOnce.events()).containsExactly(Event.ENDED);
        assertThat(atOnce.failure().maybeSent()).isFalse();
        assertThat(atOnce.failure())
                .hasMessageMatching("partner partner, queued: no endpoint admits an exchange: 127.0.0.1:"
                        + partner.port() + ": breaker open since [-0-9T:.]+Z, retry at [-0-9T:.]+Z");
    }

    @Test
    void fault2ABlackHoleTimesOutItsConnectAndTheBreakerSparesTheNext() {
        PartnerStubs free = rig.stubs();
        Duration timeout = Duration.ofSeconds(1);
        rig.start(
                withBreaker(at(rig.deaf().uri()).connectTimeout(timeout).retry(r -> r.connectRetries(0))),
                named("free", free.uri()));
        List<RecordingListener> stuck =
                Stream.generate(() -> rig.get("/")).limit(MIN_ATTEMPTS).toList();
        stuck.forEach(each -> each.await(ExchangeState.CONNECTING));
        for (int i = 0; i < 20; i++) {
            rig.start(rig.broker().exchange("free").get("/partner/{i}", i)).assertEnded(Outcome.COMPLETED, null);
        }
        rig.clock().advance(timeout);
        stuck.forEach(each -> each.assertEnded(Outcome.FAILED, Reason.CONNECT_TIMEOUT));
        assertThat(breaker().state()).isEqualTo(Breaker.State.OPEN);
        rig.get("/").assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
        rig.start(rig.broker().exchange("free").get("/partner/0")).assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void brokenConnectionsOpenTheBreakerAndGoodProbesCloseIt() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0)));
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        fail(MIN_ATTEMPTS, Reason.CONNECTION_FAILED);
        rig.get("/x").assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
        partner.answer("GET", "/x", StubAnswer.json(200, "{}"));
        rig.pass(AFTER_OPEN);
        for (int i = 0; i < PROBES; i++) {
            rig.get("/x").assertEnded(Outcome.COMPLETED, null);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.CLOSED);
        assertThat(partner.recorded()).hasSize(MIN_ATTEMPTS + PROBES);
    }

    @Test
    void chosenStatusesOpenTheBreaker() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0)));
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            assertThat(rig.get("/status/503").response().status()).isEqualTo(503);
        }
        rig.get("/status/503").assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
    }

    @Test
    void theCallersFaultsDoNotOpenTheBreaker() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0).limits(l -> l.maxBody(2000))));
        partner.answer("GET", "/hangs", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            assertThat(rig.get("/status/404").response().status()).isEqualTo(404);
            RecordingListener cancelled = rig.get("/hangs").await(ExchangeState.WAITING);
            cancelled.exchange().cancel();
            cancelled.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
            RecordingListener failing = rig.listener().on(Event.HEADERS_COMPLETED, e -> {
                throw new IllegalStateException("the mashup's own");
            });
            rig.start(rig.exchange().get("/partner/0"), failing).assertEnded(Outcome.FAILED, Reason.LISTENER);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.CLOSED);
        assertThat(endpoint().faults()).isZero();
    }

    @Test
    void aBodyThatIsLargerThanAskedForIsNoFaultOfThePartner() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0)));
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            rig.start(rig.exchange().get("/partner/0?size=1000").maxBody(100))
                    .assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.CLOSED);
        assertThat(endpoint().faults()).isZero();
    }

    @Test
    void aTimeoutThatIsShorterThanThePartnersOwnIsNoFaultOfThePartner() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0)));
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        Duration early = Duration.ofMillis(100);
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            expires(rig.exchange().get("/x").timeout(early), early, Reason.TIMEOUT);
            expires(rig.exchange().get("/x").attemptTimeout(early), early, Reason.ATTEMPT_TIMEOUT);
            expires(rig.exchange().get("/x").idleTimeout(early), early, Reason.IDLE_TIMEOUT);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.CLOSED);
        assertThat(endpoint().faults()).isZero();
    }

    @Test
    void thePartnersOwnTimeoutsAreItsFaults() {
        PartnerStubs partner = rig.stubs();
        Duration own = Duration.ofSeconds(1);
        rig.start(withBreaker(at(partner.uri()).retries(0).attemptTimeout(own)));
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        for (int i = 0; i < MIN_ATTEMPTS; i++) {
            expires(rig.exchange().get("/x"), own, Reason.ATTEMPT_TIMEOUT);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.OPEN);
    }

    private void expires(DefaultExchangeBuilder exchange, Duration after, Reason reason) {
        RecordingListener waiting = rig.start(exchange).await(ExchangeState.WAITING);
        rig.pass(after);
        waiting.assertEnded(Outcome.EXPIRED, reason);
    }

    @Test
    void theResponseThatOpensTheBreakerIsTheAnswer() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(MIN_ATTEMPTS)));
        RecordingListener exchange = rig.get("/status/503");
        assertThat(exchange.response().status()).isEqualTo(503);
        assertThat(exchange.exchange().timings().attempts()).hasSize(MIN_ATTEMPTS);
        assertThat(breaker().state()).isEqualTo(Breaker.State.OPEN);
        assertThat(rig.partner().resends().retries()).isEqualTo(MIN_ATTEMPTS - 1);
    }

    @Test
    void halfOpenAsManyProbesAsItMayAreInFlightAndNoMore() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0)));
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        fail(MIN_ATTEMPTS, Reason.CONNECTION_FAILED);
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        rig.pass(AFTER_OPEN);
        List<RecordingListener> probes =
                Stream.generate(() -> rig.get("/x")).limit(PROBES).toList();
        probes.forEach(probe -> probe.await(ExchangeState.WAITING));
        for (int i = 0; i < 10; i++) {
            RecordingListener refused = rig.get("/x");
            refused.assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
            assertThat(refused.failure()).hasMessageContaining("breaker half-open since");
        }
        probes.forEach(probe -> probe.exchange().cancel());
        probes.forEach(probe -> probe.assertEnded(Outcome.CANCELLED, Reason.CANCELLED));
        partner.answer("GET", "/x", StubAnswer.json(200, "{}"));
        for (int i = 0; i < PROBES; i++) {
            rig.get("/x").assertEnded(Outcome.COMPLETED, null);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void noSecondAttemptIsSpentWhereTheProbesAreInFlight() {
        PartnerStubs partner = rig.stubs();
        Duration delay = Duration.ofMillis(100);
        rig.start(withBreaker(at(partner.uri()).retries(0).hedge(h -> h.after(delay))));
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        fail(MIN_ATTEMPTS, Reason.CONNECTION_FAILED);
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        rig.pass(AFTER_OPEN);
        List<RecordingListener> probes =
                Stream.generate(() -> rig.get("/x")).limit(PROBES).toList();
        probes.forEach(probe -> probe.await(ExchangeState.WAITING));
        rig.pass(delay);
        probes.forEach(probe -> probe.exchange().cancel());
        probes.forEach(probe -> probe.assertEnded(Outcome.CANCELLED, Reason.CANCELLED));
        assertThat(rig.partner().resends().hedges()).isZero();
    }

    @Test
    void exchangesThatWaitInTheQueueFailFastOnceTheBreakerOpens() {
        PartnerStubs partner = rig.stubs();
        rig.start(withBreaker(at(partner.uri()).retries(0).maxConnections(1)));
        partner.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        List<RecordingListener> all =
                Stream.generate(() -> rig.get("/x")).limit(20).toList();
        all.forEach(RecordingListener::awaitEnd);
        long sent = all.stream()
                .filter(each -> each.failure().reason() == Reason.CONNECTION_FAILED)
                .count();
        long refused = all.stream()
                .filter(each -> each.failure().reason() == Reason.NO_ENDPOINT)
                .count();
        assertThat(sent).isEqualTo(MIN_ATTEMPTS);
        assertThat(refused).isEqualTo(20 - MIN_ATTEMPTS);
    }

    private void fail(int times, Reason reason) {
        for (int i = 0; i < times; i++) {
            rig.get("/x").assertEnded(Outcome.FAILED, reason);
        }
        assertThat(breaker().state()).isEqualTo(Breaker.State.OPEN);
    }

    private Endpoint endpoint() {
        return rig.partner().endpoints().get(0);
    }

    private Breaker breaker() {
        return Objects.requireNonNull(endpoint().breaker(), "no breaker");
    }

    private static PartnerSettings.Builder withBreaker(PartnerSettings.Builder settings) {
        return settings.breaker(b -> b.enabled(true)
                .failureRate(50)
                .window(Duration.ofSeconds(10))
                .minAttempts(MIN_ATTEMPTS)
                .openFor(OPEN)
                .probes(PROBES));
    }
}
