package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.atAll;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.partner.EjectionSettings;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.TestParts;
import dev.medley.partner.internal.health.Ejection;
import dev.medley.partner.internal.health.EjectionState;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A partner with several endpoints: the choice, ejection, panic, health checks. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class SeveralEndpointsTest {

    private static final Duration EJECTED = Duration.ofSeconds(10);
    private static final int FAULTS = 5;

    @RegisterExtension
    final BrokerRig rig;

    SeveralEndpointsTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void oneOfThreeThatFailsEveryRequestCostsFiveAnswersAndThenOneForEachTrial() {
        List<PartnerStubs> three = stubs(3);
        rig.start(atAll(uris(three)).retries(0));
        PartnerStubs failing = three.get(1);
        failing.answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        assertThat(failed(300)).isEqualTo(FAULTS);
        assertThat(ejection(1).state()).isEqualTo(EjectionState.EJECTED);
        for (int trial = 1; trial <= 3; trial++) {
            rig.pass(EJECTED.multipliedBy(trial));
            assertThat(failed(200)).as("in trial %d", trial).isEqualTo(1);
        }
        failing.answer("GET", "/x", StubAnswer.json(200, "{}"));
        rig.pass(EJECTED.multipliedBy(4));
        assertThat(failed(200)).isZero();
        assertThat(ejection(1).state()).isEqualTo(EjectionState.IN_USE);
        assertThat(failing.recorded().size()).as("it is in use again").isGreaterThan(FAULTS + 3 + 20);
    }

    @Test
    void anEndpointThatAnswersWithAFaultStatusIsEjectedToo() {
        List<PartnerStubs> three = stubs(3);
        rig.start(atAll(uris(three)).retries(0));
        three.get(0).answer("GET", "/x", StubAnswer.status(503));
        assertThat(failed(300)).isEqualTo(FAULTS);
    }

    @Test
    void whereMostEndpointsAreUnfitAllAreUsed() {
        List<PartnerStubs> three = stubs(3);
        rig.start(atAll(uris(three))
                .retries(0)
                .endpoints(e -> e.panicThreshold(50))
                .ejection(SeveralEndpointsTest::anyShare));
        three.get(0).answer("GET", "/x", StubAnswer.status(503));
        three.get(1).answer("GET", "/x", StubAnswer.status(503));
        failed(300);
        assertThat(ejection(0).state()).isEqualTo(EjectionState.EJECTED);
        assertThat(ejection(1).state()).isEqualTo(EjectionState.EJECTED);
        assertThat(ejection(2).state()).isEqualTo(EjectionState.IN_USE);
        assertThat(failed(300)).as("they get their share in the panic").isBetween(100, 290);
    }

    @Test
    void withoutAPanicThresholdTheLastFitEndpointHasAllExchanges() {
        List<PartnerStubs> three = stubs(3);
        rig.start(atAll(uris(three))
                .retries(0)
                .endpoints(e -> e.panicThreshold(0))
                .ejection(SeveralEndpointsTest::anyShare));
        three.get(0).answer("GET", "/x", StubAnswer.status(503));
        three.get(1).answer("GET", "/x", StubAnswer.status(503));
        failed(300);
        assertThat(failed(300)).isZero();
    }

    @Test
    void anEjectedEndpointIsBetterThanNone() {
        List<PartnerStubs> two = stubs(2);
        rig.start(atAll(uris(two))
                .retries(0)
                .endpoints(e -> e.panicThreshold(0))
                .breaker(b -> b.enabled(true)
                        .failureRate(50)
                        .window(Duration.ofSeconds(10))
                        .minAttempts(50)
                        .openFor(EJECTED)
                        .probes(1)));
        two.get(0).answer("GET", "/x", StubAnswer.status(503));
        assertThat(failed(100)).isEqualTo(FAULTS);
        two.get(0).answer("GET", "/x", StubAnswer.json(200, "{}"));
        two.get(1).answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        // Until the breaker of the second one opens; it may not be ejected as well.
        assertThat(failed(200)).isBetween(30, 199);
        assertThat(failed(50))
                .as("the ejected one, whose breaker is closed, has them all")
                .isZero();
    }

    @Test
    void exchangesThatNoEndpointAdmitsFailFastAndNameEach() {
        List<PartnerStubs> two = stubs(2);
        rig.start(atAll(uris(two))
                .retries(0)
                .ejection(e -> e.maxShare(0))
                .breaker(b -> b.enabled(true)
                        .failureRate(50)
                        .window(Duration.ofSeconds(10))
                        .minAttempts(4)
                        .openFor(EJECTED)
                        .probes(1)));
        two.forEach(each -> each.answer("GET", "/x", StubAnswer.status(503)));
        failed(50);
        RecordingListener refused = rig.get("/x");
        refused.assertEnded(Outcome.FAILED, Reason.NO_ENDPOINT);
        assertThat(refused.failure())
                .hasMessageContaining("127.0.0.1:" + two.get(0).port() + ": breaker open since")
                .hasMessageContaining("127.0.0.1:" + two.get(1).port() + ": breaker open since");
    }

    @Test
    void theTimingsAndTheMessageOfAFailureNameTheEndpoint() {
        List<PartnerStubs> two = stubs(2);
        rig.start(atAll(uris(two)).retries(0));
        two.forEach(each -> each.answer("GET", "/broken", StubAnswer.misbehaviour(StubMisbehaviour.RESET)));
        RecordingListener broken = rig.get("/broken");
        broken.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        String at = requireNonNull(broken.exchange().timings().attempts().get(0).endpoint());
        assertThat(two).extracting(stub -> "127.0.0.1:" + stub.port()).contains(at);
        assertThat(broken.failure()).hasMessageEndingWith(" (endpoint " + at + ")");
    }

    @Test
    void theExchangesOfAllEndpointsTogetherAreThoseOfThePartner() {
        List<PartnerStubs> three = stubs(3);
        rig.start(atAll(uris(three)).retries(0).maxConnections(4));
        assertThat(rig.partner().maxPermits()).isEqualTo(12);
        three.get(0).answer("GET", "/x", StubAnswer.status(503));
        failed(100);
        assertThat(rig.partner().maxPermits())
                .as("but for the one that is ejected")
                .isEqualTo(8);
    }

    @Test
    void anEndpointWhoseConnectionsAreAllInUseIsPassedOver() {
        HandPartner one = rig.hand();
        HandPartner two = rig.hand();
        rig.start(
                atAll(EndpointUrl.of(one.url()).weight(1000), EndpointUrl.of(two.url()))
                        .maxConnections(1),
                parts -> TestParts.random(parts, bound -> 0));
        RecordingListener first = rig.get("/1").await(ExchangeState.WAITING);
        RecordingListener second = rig.get("/2").await(ExchangeState.WAITING);
        one.acceptRequest().answer("1");
        two.acceptRequest().answer("2");
        first.assertEnded(Outcome.COMPLETED, null);
        second.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void endpointsOfTheZoneArePreferred() {
        List<PartnerStubs> two = stubs(2);
        rig.start(atAll(
                        EndpointUrl.of(two.get(0).uri().toString()).zone("a"),
                        EndpointUrl.of(two.get(1).uri().toString()).zone("b"))
                .retries(0)
                .endpoints(e -> e.zone("b")));
        assertThat(failed(50)).isZero();
        assertThat(two.get(0).recorded()).isEmpty();
        two.get(1).answer("GET", "/x", StubAnswer.status(503));
        assertThat(failed(50))
                .as("then it is ejected, and the other zone helps out")
                .isEqualTo(FAULTS);
    }

    @Test
    void anEndpointThatFailsItsHealthChecksIsLeftOut() {
        List<PartnerStubs> two = stubs(2);
        Duration interval = Duration.ofSeconds(5);
        two.forEach(each -> each.answer("GET", "/health", StubAnswer.json(200, "{}")));
        two.get(0).answer("GET", "/health", StubAnswer.status(500));
        // No check is late, however often the clock moves while its answer is on the way.
        rig.start(atAll(uris(two))
                .healthCheck(h -> h.path("/health")
                        .interval(interval)
                        .timeout(Duration.ofDays(1))
                        .failures(3)
                        .successes(2)));
        rig.clock().advance(Duration.ZERO);
        awaitChecks(two, 1);
        assertThat(rig.partner().endpoints()).extracting(Endpoint::isAvailable).containsOnly(true);
        Soon.until("unhealthy", () -> !isAvailableAfter(interval));
        assertThat(two.get(0).recorded("GET", "/health")).hasSizeGreaterThanOrEqualTo(3);
        assertThat(failed(50)).isZero();
        assertThat(two.get(0).recorded("GET", "/x")).isEmpty();
        two.get(0).answer("GET", "/health", StubAnswer.json(200, "{}"));
        Soon.until("healthy", () -> isAvailableAfter(interval));
    }

    @Test
    void aHealthCheckHasTheHeaderFieldsOfThePartner() {
        List<PartnerStubs> one = stubs(1);
        one.get(0).answer("GET", "/health", StubAnswer.json(200, "{}"));
        rig.start(atAll(uris(one))
                .header("X-Api-Key", "4711")
                .healthCheck(h -> h.path("/health")
                        .interval(Duration.ofSeconds(5))
                        .timeout(Duration.ofDays(1))
                        .failures(1)
                        .successes(1)));
        rig.clock().advance(Duration.ZERO);
        awaitChecks(one, 1);
        assertThat(one.get(0).recorded("GET", "/health").get(0).header("X-Api-Key"))
                .isEqualTo("4711");
    }

    /** Returns whether the first endpoint is available after another interval between checks. */
    private boolean isAvailableAfter(Duration interval) {
        rig.clock().advance(interval);
        return endpoint(0).isAvailable();
    }

    @Test
    void aHealthCheckWithoutAnAnswerIsOverInTime() {
        List<PartnerStubs> two = stubs(2);
        two.get(0).answer("GET", "/health", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
        two.get(1).answer("GET", "/health", StubAnswer.json(200, "{}"));
        rig.start(atAll(uris(two))
                .healthCheck(h -> h.path("/health")
                        .interval(Duration.ofSeconds(5))
                        .timeout(Duration.ofSeconds(2))
                        .failures(1)
                        .successes(1)));
        rig.clock().advance(Duration.ZERO);
        awaitChecks(two, 1);
        assertThat(endpoint(0).isAvailable()).isTrue();
        rig.clock().advance(Duration.ofSeconds(2));
        Soon.until("unhealthy", () -> !endpoint(0).isAvailable());
        // The check of the other one has had its answer, which may not have been read before the two seconds were over.
        rig.clock().advance(Duration.ofSeconds(3));
        Soon.until("healthy", () -> endpoint(1).isAvailable());
        assertThat(endpoint(0).isAvailable()).isFalse();
        // The second check of the first one ends, too.
        rig.clock().advance(Duration.ofSeconds(2));
    }

    private static void awaitChecks(List<PartnerStubs> all, int number) {
        all.forEach(each ->
                Soon.asserted(() -> assertThat(each.recorded("GET", "/health")).hasSize(number)));
    }

    /** The number of failures, or of answers that are one, among {@code exchanges}, one after another. */
    private int failed(int exchanges) {
        int failed = 0;
        for (int i = 0; i < exchanges; i++) {
            RecordingListener exchange = rig.get("/x");
            exchange.awaitEnd();
            boolean good = exchange.exchange().outcome() == Outcome.COMPLETED
                    && exchange.response().status() < 500;
            failed += good ? 0 : 1;
        }
        return failed;
    }

    private List<PartnerStubs> stubs(int number) {
        List<PartnerStubs> stubs = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            PartnerStubs one = rig.stubs();
            one.answer("GET", "/x", StubAnswer.json(200, "{}"));
            stubs.add(one);
        }
        return stubs;
    }

    private static URI[] uris(List<PartnerStubs> stubs) {
        return stubs.stream().map(PartnerStubs::uri).toArray(URI[]::new);
    }

    private Endpoint endpoint(int index) {
        return rig.partner().endpoints().get(index);
    }

    private Ejection ejection(int index) {
        return requireNonNull(endpoint(index).ejection());
    }

    private static void anyShare(EjectionSettings.Builder ejection) {
        ejection.consecutiveFaults(FAULTS)
                .excessFaultRate(0)
                .interval(Duration.ofSeconds(5))
                .minAttempts(20)
                .duration(EJECTED)
                .maxShare(100);
    }
}
