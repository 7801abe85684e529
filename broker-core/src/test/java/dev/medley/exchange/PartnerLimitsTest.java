package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A partner's limits: its connections, its queue. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class PartnerLimitsTest {

    @RegisterExtension
    final BrokerRig rig;

    PartnerLimitsTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void theLongestWaitingIsServedFirst() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        RecordingListener first = rig.get("/0");
        HandConnection connection = partner.accept();
        List<RecordingListener> waiting = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            waiting.add(rig.get("/" + i).await(ExchangeState.QUEUED));
        }
        assertThat(rig.partner().queued()).isEqualTo(5);
        assertThat(connection.answerNext("x").line()).contains("/0");
        first.assertEnded(Outcome.COMPLETED, null);
        for (int i = 1; i <= 5; i++) {
            assertThat(connection.answerNext("x").line()).contains("/" + i);
            waiting.get(i - 1).assertEnded(Outcome.COMPLETED, null);
        }
        assertThat(rig.partner().connections().opened()).isOne();
    }

    @Test
    void whenTheQueueIsFullAnExchangeFailsAtOnce() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1).limits(l -> l.maxQueued(1)));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.accept();
        RecordingListener second = rig.get("/second").await(ExchangeState.QUEUED);
        RecordingListener third = rig.get("/third");
        third.assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        assertThat(third.events()).containsExactly(Event.ENDED);
        assertThat(third.failure().maybeSent()).isFalse();
        assertThat(third.failure())
                .hasMessageMatching(
                        "partner partner, queued: all 1 (connections|streams) are in use and 1 exchanges wait already");
        connection.answerNext("1");
        connection.answerNext("2");
        first.assertEnded(Outcome.COMPLETED, null);
        second.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void withoutAQueueNoExchangeWaits() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1).limits(l -> l.maxQueued(0)));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.accept();
        rig.get("/second").assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        connection.answerNext("1");
        first.assertEnded(Outcome.COMPLETED, null);
        rig.assertNothingLeft();
        RecordingListener third = rig.get("/third");
        connection.answerNext("3");
        third.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aPartnerThatIsFullDelaysNoOtherPartner() {
        HandPartner full = rig.hand();
        PartnerStubs free = rig.stubs();
        rig.start(at(full.url()).maxConnections(1), named("free", free.uri()));
        RecordingListener stuck = rig.get("/stuck");
        HandConnection connection = full.accept();
        RecordingListener queued = rig.get("/queued").await(ExchangeState.QUEUED);
        for (int i = 0; i < 20; i++) {
            rig.start(rig.broker().exchange("free").get("/partner/{i}", i)).assertEnded(Outcome.COMPLETED, null);
        }
        connection.answerNext("1");
        connection.answerNext("2");
        stuck.assertEnded(Outcome.COMPLETED, null);
        queued.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aPartnerThatDoesNotAcceptDelaysNoOtherPartner() {
        PartnerStubs free = rig.stubs();
        rig.start(
                at(rig.raw(Misbehaviour.NEVER_ACCEPT).uri())
                        .connectTimeout(Duration.ofMillis(300))
                        .retry(r -> r.connectRetries(0)),
                named("free", free.uri()).connectTimeout(Duration.ofSeconds(2)));
        RecordingListener stuck = rig.get("/").await(ExchangeState.CONNECTING);
        for (int i = 0; i < 20; i++) {
            rig.start(rig.broker().exchange("free").get("/partner/{i}", i)).assertEnded(Outcome.COMPLETED, null);
        }
        stuck.assertEnded(Outcome.FAILED, Reason.CONNECT_TIMEOUT);
    }

    @Test
    void connectionsNeverExceedTheLimit() {
        PartnerStubs stubs = rig.stubs();
        int most = 7;
        rig.start(at(stubs.uri()).maxConnections(most).limits(l -> l.maxQueued(1_000)));
        AtomicLong seen = new AtomicLong();
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            RecordingListener listener = rig.listener()
                    .on(Event.CONNECTION_ESTABLISHED, e -> seen.accumulateAndGet(used(), Math::max))
                    .on(Event.CONNECTION_IDLE, e -> seen.accumulateAndGet(used(), Math::max))
                    .on(Event.ENDED, e -> seen.accumulateAndGet(used(), Math::max));
            exchanges.add(rig.start(rig.exchange().get("/partner/0?delay=" + i % 3), listener));
        }
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        assertThat(seen.get()).isBetween(1L, (long) most);
        assertThat(stubs.connectionsAccepted()).isLessThanOrEqualTo(most);
    }

    @Test
    void connectionsThatFailMakeRoomBeforeOthersAreOpened() {
        rig.start(at(rig.raw(Misbehaviour.RESET_IN_BODY, Misbehaviour.CLOSE_IN_BODY, Misbehaviour.NOT_HTTP)
                        .uri())
                .maxConnections(3)
                .limits(l -> l.maxQueued(1_000))
                .retries(0));
        AtomicLong seen = new AtomicLong();
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            RecordingListener listener =
                    rig.listener().on(Event.CONNECTION_ESTABLISHED, e -> seen.accumulateAndGet(used(), Math::max));
            exchanges.add(rig.start(rig.exchange().get("/"), listener));
        }
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED));
        assertThat(seen.get()).isBetween(1L, 3L);
    }

    /** Of one look: between two of them, one connection may close and the next be opened. */
    private long used() {
        ConnectionCounts now = rig.partner().connections();
        return (long) now.open() + now.opening();
    }
}
