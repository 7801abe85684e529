package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.AT_ONCE;
import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.RetryStatusTest.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.address.Address;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.TestParts;
import dev.medley.partner.internal.policy.ResendTotals;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A second attempt beside the first one. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class HedgeTest {

    private static final Duration DELAY = Duration.ofMillis(100);

    @RegisterExtension
    final BrokerRig rig;

    HedgeTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void theFirstResponseWinsAndTheOtherAttemptIsCancelled() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = waiting();
        HandConnection first = partner.acceptRequest();
        rig.pass(DELAY);
        partner.acceptRequest().answer("second");
        assertThat(exchange.response().text()).isEqualTo("second");
        first.awaitClosed();
        ResendTotals totals = rig.partner().resends();
        assertThat(totals.hedges()).isOne();
        assertThat(totals.hedgesWon()).isOne();
        assertThat(totals.hedgeDelayNanos()).isEqualTo(DELAY.toNanos());
        List<AttemptTimings> attempts = exchange.exchange().timings().attempts();
        assertThat(attempts).extracting(AttemptTimings::isHedge).containsExactly(false, true);
    }

    @Test
    void theFirstAttemptMayWinToo() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = waiting();
        HandConnection first = partner.acceptRequest();
        rig.pass(DELAY);
        HandConnection second = partner.acceptRequest();
        first.answer("first");
        assertThat(exchange.response().text()).isEqualTo("first");
        second.awaitClosed();
        assertThat(rig.partner().resends().hedgesWon()).isZero();
    }

    @Test
    void anExchangeMayAskForASecondAttemptWhereThePartnerHasNone() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").hedge(DELAY));
        HandConnection first = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        partner.acceptRequest().answer("second");
        assertThat(exchange.response().text()).isEqualTo("second");
        first.awaitClosed();
        assertThat(rig.partner().resends().hedgesWon()).isOne();
    }

    @Test
    void anExchangeMayDoWithoutTheSecondAttempt() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = rig.start(rig.exchange().get("/").hedge(Duration.ZERO));
        HandConnection only = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        only.answer("first");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void aResponseBeforeTheDelayIsTheOnlyOne() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = waiting();
        partner.acceptRequest().answer("first");
        exchange.assertEnded(Outcome.COMPLETED, null);
        rig.pass(DELAY);
        assertThat(rig.partner().resends().hedges()).isZero();
    }

    @Test
    void aPostIsSentOnce() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        HandConnection only = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        only.answer("ok");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void aPostWithAKeyMayBeHedged() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(Bodies.small()).idempotencyKey());
        HandConnection first = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        partner.acceptRequest().answer("second");
        assertThat(exchange.response().text()).isEqualTo("second");
        first.awaitClosed();
    }

    @Test
    void anAttemptThatFailsLeavesTheOtherOne() {
        HandPartner partner = hedged(settings -> settings.retries(5));
        RecordingListener exchange = waiting();
        HandConnection first = partner.acceptRequest();
        rig.pass(DELAY);
        HandConnection second = partner.acceptRequest();
        second.reset();
        Soon.until("one is left", () -> rig.partner().permitsUsed() == 1);
        first.answer("first");
        assertThat(exchange.response().text()).isEqualTo("first");
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
    }

    @Test
    void aStatusThatIsTriedAgainIsNotAcceptedWhileTheOtherAttemptIsLive() {
        HandPartner partner = hedged(settings -> settings.retries(0));
        RecordingListener exchange = waiting();
        HandConnection first = partner.acceptRequest();
        rig.pass(DELAY);
        HandConnection second = partner.acceptRequest();
        refuse(first, 503, "");
        Soon.until("one is left", () -> rig.partner().permitsUsed() == 1);
        second.answer("second");
        assertThat(exchange.response().text()).isEqualTo("second");
    }

    @Test
    void theResponseOfTheLastOfTwoIsTheAnswerWhateverItsStatus() {
        HandPartner partner = hedged(settings -> settings.retries(1));
        RecordingListener exchange = waiting();
        HandConnection first = partner.acceptRequest();
        rig.pass(DELAY);
        HandConnection second = partner.acceptRequest();
        refuse(first, 503, "");
        Soon.until("one is left", () -> rig.partner().permitsUsed() == 1);
        refuse(second, 502, "");
        assertThat(exchange.response().status()).isEqualTo(502);
    }

    @Test
    void aRetryTakesThePlaceOfTheHedgeThatWasToCome() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = waiting();
        partner.acceptRequest().reset();
        HandConnection second = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(DELAY);
        second.answer("second");
        assertThat(exchange.response().text()).isEqualTo("second");
        assertThat(rig.partner().resends()).returns(1L, ResendTotals::retries).returns(0L, ResendTotals::hedges);
    }

    @Test
    void theSecondAttemptGoesToAnotherEndpoint() {
        HandPartner slow = rig.hand();
        HandPartner fast = rig.hand();
        Address[] addresses = Stream.of(slow, fast)
                .map(each -> Address.of(URI.create(each.url())))
                .toArray(Address[]::new);
        // Always the first of those that are left.
        rig.start(
                at(slow.url()).hedge(hedge -> hedge.after(DELAY)),
                parts -> TestParts.random(TestParts.at(parts, addresses), bound -> 0));
        RecordingListener exchange = waiting();
        HandConnection first = slow.acceptRequest();
        rig.pass(DELAY);
        fast.accept().answerNext("fast");
        assertThat(exchange.response().text()).isEqualTo("fast");
        first.awaitClosed();
    }

    @Test
    void thereIsNoSecondAttemptWithoutAFreePermit() {
        HandPartner partner = hedged(settings -> settings.maxConnections(1));
        RecordingListener exchange = waiting();
        HandConnection only = partner.acceptRequest();
        rig.pass(DELAY);
        only.answer("ok");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.partner().resends().hedges()).isZero();
    }

    @Test
    void thereIsNoSecondAttemptBeyondTheBudget() {
        HandPartner partner = hedged(
                settings -> settings.retry(AT_ONCE.andThen(r -> r.budget(20).minRetries(0))));
        RecordingListener exchange = waiting();
        HandConnection only = partner.acceptRequest();
        rig.pass(DELAY);
        only.answer("ok");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.partner().resends())
                .returns(0L, ResendTotals::hedges)
                .returns(1L, ResendTotals::refusedByBudget);
    }

    @Test
    void cancellingTheExchangeCancelsBothAttempts() {
        HandPartner partner = hedged(settings -> {});
        RecordingListener exchange = waiting();
        HandConnection first = partner.acceptRequest();
        rig.pass(DELAY);
        HandConnection second = partner.acceptRequest();
        assertThat(exchange.exchange().cancel()).isTrue();
        exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        first.awaitClosed();
        second.awaitClosed();
    }

    @Test
    void theDelayIsLearntFromThePartnersOwnTimes() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).hedge(h -> h.percentile(95)));
        for (int i = 0; i < 200; i++) {
            rig.get("/partner/0").assertEnded(Outcome.COMPLETED, null);
        }
        // The clock of the test has not moved: all took no time at all.
        assertThat(rig.partner().resends().hedgeDelayNanos()).isBetween(1L, 2L);
    }

    /** Starts a partner that is hedged after the delay. */
    private HandPartner hedged(Consumer<PartnerSettings.Builder> further) {
        HandPartner partner = rig.hand();
        PartnerSettings.Builder settings = at(partner.url()).hedge(hedge -> hedge.after(DELAY));
        further.accept(settings);
        rig.start(settings);
        return partner;
    }

    private RecordingListener waiting() {
        return rig.get("/").await(ExchangeState.WAITING);
    }
}
