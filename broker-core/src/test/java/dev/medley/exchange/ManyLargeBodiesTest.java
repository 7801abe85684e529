package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies of all partners together that would be larger than the memory for them. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ManyLargeBodiesTest {

    private static final long BUDGET = 1 << 20;
    private static final int SIZE = 200_000;
    private static final int MANY = 60;

    @RegisterExtension
    final BrokerRig rig;

    ManyLargeBodiesTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void manyLargeBodiesAtOnceStayWithinTheBudgetOrFail() {
        PartnerStubs stubs = rig.stubs();
        DefaultBroker broker = rig.start(
                DefaultBroker.builder().partner(rig.byThisWay(at(stubs.uri()))).maxHeldBytes(BUDGET));
        AtomicLong most = new AtomicLong();
        broker.onExchangeEnded(exchange -> most.accumulateAndGet(broker.heldBodyBytes(), Math::max));

        // Their owner keeps the bodies, as a mashup does until its reply is out.
        List<RecordingListener> exchanges = IntStream.range(0, MANY)
                .mapToObj(i -> rig.start(
                        broker.exchange(BrokerRig.PARTNER, owned -> {}).get("/bytes?size=" + SIZE), rig.listener()))
                .toList();

        exchanges.forEach(RecordingListener::awaitEnd);
        List<RecordingListener> failed = exchanges.stream()
                .filter(each -> each.exchange().failure() != null)
                .toList();
        assertThat(failed).hasSizeGreaterThanOrEqualTo(MANY - (int) (BUDGET / SIZE));
        assertThat(failed)
                .allSatisfy(each -> assertThat(each.failure().reason()).isEqualTo(Reason.NO_CAPACITY));
        assertThat(most.get()).isLessThanOrEqualTo(BUDGET);
        exchanges.forEach(each -> each.exchange().release());
        // The call has its own share of the last one until all its exchanges have ended.
        Soon.asserted(() -> assertThat(broker.heldBodyBytes()).isZero());
        rig.get("/bytes?size=" + SIZE).assertEnded(Outcome.COMPLETED, null);
    }
}
