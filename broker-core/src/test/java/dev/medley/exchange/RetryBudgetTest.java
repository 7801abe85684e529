package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.AT_ONCE;
import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.internal.policy.ResendTotals;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Fault 42: a partner that fails all requests gets few more than clients cause, and is used as before once it recovers. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class RetryBudgetTest {

    private static final int MANY = 400;

    @RegisterExtension
    final BrokerRig rig;

    RetryBudgetTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aPartnerThatFailsWithAStatusGetsAFifthMoreAtMostAndRecovers() {
        AtomicBoolean down = new AtomicBoolean();
        PartnerStubs stubs = rig.stubs(
                PartnerStubs.builder().answer("GET", "/", request -> StubAnswer.status(down.get() ? 503 : 200)));
        rig.start(at(stubs.uri()).retries(3));
        getMany();
        long before = stubs.requests();
        down.set(true);
        for (int i = 0; i < MANY; i++) {
            assertThat(rig.get("/").response().status()).isEqualTo(503);
        }
        long failed = stubs.requests() - before;
        assertThat(failed).isBetween(MANY + 1L, MANY * 120L / 100);
        ResendTotals totals = rig.partner().resends();
        assertThat(totals.retries()).isEqualTo(failed - MANY);
        assertThat(totals.refusedByBudget()).isPositive();
        down.set(false);
        long recovered = stubs.requests();
        getMany();
        assertThat(stubs.requests() - recovered).isEqualTo(MANY);
    }

    private void getMany() {
        for (int i = 0; i < MANY; i++) {
            assertThat(rig.get("/").response().status()).isEqualTo(200);
        }
    }

    @Test
    void aPartnerThatResetsAllConnectionsGetsAFifthMoreAtMost() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS);
        rig.start(at(partner.uri()).retries(3));
        for (int i = 0; i < MANY; i++) {
            rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        }
        assertThat(partner.requests()).isBetween(MANY + 1L, MANY * 120L / 100);
    }

    @Test
    void aPartnerThatRefusesConnectionsIsTriedAFifthMoreAtMost() {
        rig.start(at(rig.raw(Misbehaviour.REFUSE).uri()).retry(r -> r.connectRetries(3)));
        long attempts = 0;
        for (int i = 0; i < MANY; i++) {
            RecordingListener exchange = rig.get("/");
            exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
            attempts += exchange.exchange().timings().attempts().size();
        }
        assertThat(attempts).isBetween(MANY + 1L, MANY * 120L / 100);
    }

    @Test
    void aPartnerThatResetsAllStreamsGetsAFifthMoreAtMost() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.RESET_INTERNAL_ERROR);
        rig.start(at(partner.uri()).protocol(ProtocolChoice.H2C).retries(3));
        for (int i = 0; i < MANY; i++) {
            rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        }
        assertThat(partner.requests()).isBetween(MANY + 1L, MANY * 120L / 100);
    }

    @Test
    void aFailureSaysThatTheBudgetHasRefusedItsRetry() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS);
        rig.start(at(partner.uri())
                .retries(1)
                .retry(AT_ONCE.andThen(r -> r.budget(0).minRetries(0))));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertSaysRefused(exchange, "connection failed");
    }

    @Test
    void aRefusedStatusSaysThatTheBudgetHasRefusedItsRetry() {
        PartnerStubs stubs = rig.stubs(PartnerStubs.builder().answer("GET", "/", request -> StubAnswer.status(503)));
        rig.start(at(stubs.uri())
                .retries(1)
                .retry(AT_ONCE.andThen(r -> r.budget(0).minRetries(0))));
        RecordingListener exchange = rig.start(rig.exchange().get("/").expectJson());
        exchange.assertEnded(Outcome.FAILED, Reason.UNEXPECTED_STATUS);
        assertSaysRefused(exchange, "unexpected status 503");
        assertThat(exchange.failure().status()).isEqualTo(503);
    }

    private static void assertSaysRefused(RecordingListener exchange, String summary) {
        assertThat(exchange.failure()).message().endsWith("; not retried: the retry budget is exhausted");
        assertThat(exchange.failure().summary()).isEqualTo(summary + "; not retried: the retry budget is exhausted");
    }

    @Test
    void aFailureAfterAllRetriesDoesNotBlameTheBudget() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS);
        rig.start(at(partner.uri())
                .retries(1)
                .retry(AT_ONCE.andThen(r -> r.budget(0).minRetries(1))));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        assertThat(exchange.failure()).message().doesNotContain("budget");
    }

    @Test
    void staleConnectionsDoNotSpendTheBudget() {
        RawPartner partner = rig.raw(Misbehaviour.CLOSE_AFTER_RESPONSE);
        rig.start(at(partner.uri()).retry(AT_ONCE.andThen(r -> r.budget(0).minRetries(0))));
        for (int i = 0; i < MANY; i++) {
            assertThat(rig.get("/" + i).response().status()).isEqualTo(200);
        }
        assertThat(rig.partner().resends().refusedByBudget()).isZero();
    }
}
