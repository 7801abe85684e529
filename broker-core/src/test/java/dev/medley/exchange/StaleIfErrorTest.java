package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.CacheSteps.BEYOND;
import static dev.medley.exchange.CacheSteps.MINUTE;
import static dev.medley.exchange.CacheSteps.cacheStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stale responses in place of a failure. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class StaleIfErrorTest {

    @RegisterExtension
    final BrokerRig rig;

    private final CacheSteps cache;

    StaleIfErrorTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        cache = new CacheSteps(rig);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void aStaleResponseTakesThePlaceOfAnErrorOfThePartner(int status) {
        PartnerStubs stubs = rig.stubs();
        stubs.answer(
                "GET",
                "/a",
                StubAnswer.json(200, "1").header("Cache-Control", MINUTE + ", stale-if-error=600"),
                StubAnswer.json(status, "\"down\""));
        start(stubs);
        cache.get("/a").awaitEnd();
        rig.pass(BEYOND);
        RecordingListener second = rig.start(rig.exchange().get("/a").expectJson());
        assertThat(second.response().text()).isEqualTo("1");
        assertThat(cacheStatus(second))
                .isEqualTo("medley; fwd=stale; fwd-status=" + status + "; ttl=-1; detail=stale-if-error");
        assertThat(second.response().status()).isEqualTo(200);
        rig.pass(Duration.ofMinutes(10));
        assertThat(cache.get("/a").response().status()).isEqualTo(status);
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aStaleResponseTakesThePlaceOfABrokenConnection() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600");
        RecordingListener second = validating(connection);
        connection.reset();
        assertThat(second.response().text()).isEqualTo("old");
        assertThat(cacheStatus(second)).isEqualTo("medley; fwd=stale; ttl=-1; detail=stale-if-error");
        assertThat(cache.counted(CacheEvent.STALE_IF_ERROR)).isOne();
    }

    @Test
    void aResponseThatHasBeenInvalidatedMeanwhileTakesThePlaceOfNoFailure() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600");
        RecordingListener second = validating(connection);
        Objects.requireNonNull(rig.partner().cache()).invalidate("/a");
        connection.reset();
        second.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(cache.counted(CacheEvent.STALE_IF_ERROR)).isZero();
    }

    @Test
    void aStaleResponseTakesThePlaceOfABodyThatBreaksOff() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600");
        RecordingListener second = validating(connection);
        connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nnew");
        second.await(ExchangeState.BODY);
        connection.reset();
        assertThat(second.response().text()).isEqualTo("old");
        assertThat(Objects.requireNonNull(second.exchange().head()).header("Age"))
                .isEqualTo("61");
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aStaleResponseTakesThePlaceOfAFailedConnect() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0).retry(r -> r.connectRetries(0)));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600");
        connection.close();
        partner.close();
        rig.pass(BEYOND);
        Soon.until("a refused connect", () -> {
            RecordingListener next = cache.get("/a");
            return next.response().text().equals("old") && next.events().contains(Event.CONNECTION_FAILED);
        });
    }

    @Test
    void aStaleResponseTakesThePlaceOfATimeOutAndTheAttemptIsAbandoned() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).timeout(Duration.ofSeconds(5)));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600");
        RecordingListener second = validating(connection);
        second.await(ExchangeState.WAITING);
        rig.pass(Duration.ofSeconds(5));
        assertThat(second.response().text()).isEqualTo("old");
        connection.awaitClosed();
    }

    @Test
    void aStaleResponseTakesThePlaceOfAFullQueue() {
        HandPartner partner = rig.hand();
        rig.start(
                at(partner.url()).cache(c -> c.enabled(true)).maxConnections(1).limits(l -> l.maxQueued(0)));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600");
        rig.pass(BEYOND);
        RecordingListener other = cache.get("/other");
        connection.readRequest();
        assertThat(cache.get("/a").response().text()).isEqualTo("old");
        connection.answer("{}");
        other.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aStaleResponseThatMustBeValidatedIsNoAnswerToAFailure() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0));
        HandConnection connection = cache.fill(partner, "max-age=60, stale-if-error=600, must-revalidate");
        RecordingListener second = validating(connection);
        connection.reset();
        second.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
    }

    @Test
    void aTruncatedBodyIsNeverStored() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).cache(c -> c.enabled(true)).retries(0));
        RecordingListener first = cache.get("/a");
        partner.acceptRequest()
                .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nhalf")
                .reset();
        first.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        RecordingListener second = cache.get("/a");
        partner.accept().answerNext("whole");
        assertThat(second.response().text()).isEqualTo("whole");
    }

    /** Lets the stored response become stale, and asks for it again; its validation has arrived over {@code connection}. */
    private RecordingListener validating(HandConnection connection) {
        rig.pass(BEYOND);
        RecordingListener second = cache.get("/a");
        connection.readRequest();
        return second;
    }

    private void start(PartnerStubs stubs) {
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
    }
}
