package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static dev.medley.exchange.BrokerRig.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.partner.Adaptation;
import dev.medley.partner.LimitSettings;
import dev.medley.partner.QueueOrder;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Fault 24: a partner at its limit has a queue that is bounded in length and in age, and holds back no other partner. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class PartnerQueueTest {

    private static final Duration AGE = Duration.ofMillis(50);

    @RegisterExtension
    final BrokerRig rig;

    PartnerQueueTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void anExchangeFailsOnceItHasWaitedForTheMaximumAge() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1).limits(queue(Adaptation.OFF, QueueOrder.OLDEST_FIRST)));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.accept();
        RecordingListener second = rig.get("/second").await(ExchangeState.QUEUED);
        rig.pass(AGE);

        second.assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        assertThat(second.failure().maybeSent()).isFalse();
        assertThat(second.failure()).hasMessage("partner partner, queued: no permit within max-queue-age, 50 ms");
        connection.answerNext("1");
        first.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.partner().admission().limiter().totals().tooOld()).isOne();
    }

    @Test
    void newestFirstServesTheLastAndDropsTheOldestFromAFullQueue() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url())
                .maxConnections(1)
                .limits(l -> l.maxQueued(2))
                .limits(queue(Adaptation.OFF, QueueOrder.NEWEST_FIRST)));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.accept();
        RecordingListener oldest = rig.get("/oldest").await(ExchangeState.QUEUED);
        RecordingListener older = rig.get("/older").await(ExchangeState.QUEUED);
        RecordingListener newest = rig.get("/newest").await(ExchangeState.QUEUED);

        oldest.assertEnded(Outcome.FAILED, Reason.NO_CAPACITY);
        assertThat(oldest.failure()).hasMessageContaining("a newer exchange took its place in the queue");
        connection.answerNext("1");
        assertThat(connection.answerNext("2").line()).contains("/newest");
        assertThat(connection.answerNext("3").line()).contains("/older");
        first.assertEnded(Outcome.COMPLETED, null);
        newest.assertEnded(Outcome.COMPLETED, null);
        older.assertEnded(Outcome.COMPLETED, null);
        rig.pass(AGE);
    }

    @Test
    void anExchangeThatIsCancelledWhileItWaitsLeavesTheQueueAndIsNotDropped() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1).limits(queue(Adaptation.OFF, QueueOrder.OLDEST_FIRST)));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.accept();
        RecordingListener second = rig.get("/second").await(ExchangeState.QUEUED);
        second.exchange().cancel();

        second.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        assertThat(rig.partner().queued()).isZero();
        rig.pass(AGE);
        connection.answerNext("1");
        first.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.partner().admission().limiter().totals().tooOld()).isZero();
    }

    @Test
    void anAdaptiveLimitAdmitsFewerThanTheConnectionsCarryAndTheRestWaits() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri())
                .maxConnections(500)
                .limits(l ->
                        l.adaptive(Adaptation.VEGAS).maxQueueAge(Duration.ZERO).queueOrder(QueueOrder.OLDEST_FIRST)));
        List<RecordingListener> exchanges = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            exchanges.add(rig.get("/partner/0?delay=60000"));
        }
        Soon.until("the others wait", () -> rig.partner().queued() == 80);
        assertThat(rig.partner().permitsUsed()).isEqualTo(20);
        exchanges.forEach(each -> each.exchange().cancel());
        exchanges.forEach(each -> each.assertEnded(Outcome.CANCELLED, Reason.CANCELLED));
    }

    @Test
    void aPartnerWhoseQueueIsFullHoldsBackNoOtherPartner() {
        HandPartner full = rig.hand();
        PartnerStubs free = rig.stubs();
        rig.start(
                at(full.url())
                        .maxConnections(1)
                        .limits(l -> l.maxQueued(5))
                        .limits(queue(Adaptation.OFF, QueueOrder.NEWEST_FIRST)),
                named("free", free.uri()).maxConnections(1));
        RecordingListener stuck = rig.get("/stuck");
        HandConnection connection = full.accept();
        List<RecordingListener> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(rig.get("/" + i));
            rig.start(rig.broker().exchange("free").get("/partner/0")).assertEnded(Outcome.COMPLETED, null);
        }
        // Each is started by a thread of its own choice.
        Soon.until(
                "five wait, and five have been refused",
                () -> rig.partner().queued() == 5
                        && waiting.stream()
                                        .filter(each -> each.exchange().outcome() != null)
                                        .count()
                                == 5);
        rig.pass(AGE);

        waiting.forEach(each -> each.assertEnded(Outcome.FAILED, Reason.NO_CAPACITY));
        connection.answerNext("1");
        stuck.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.broker().partner("free").queued()).isZero();
    }

    private static Consumer<LimitSettings.Builder> queue(Adaptation adaptive, QueueOrder order) {
        return limits -> limits.adaptive(adaptive).maxQueueAge(AGE).queueOrder(order);
    }
}
