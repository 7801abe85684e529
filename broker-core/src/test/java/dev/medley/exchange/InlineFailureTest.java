package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.thread.internal.Soon;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Exchanges that fail at once, each starting the next one in a stage that depends on it. */
class InlineFailureTest {

    private static final int CHAIN = 20_000;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger deepest = new AtomicInteger();

    @Test
    void aLongChainOfRefusedExchangesIsNoDeepStack() throws InterruptedException {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1).limits(l -> l.maxQueued(0)));
        RecordingListener holder = rig.get("/holder");
        HandConnection connection = partner.acceptRequest();
        CountDownLatch end = new CountDownLatch(1);
        rig.broker().pool().execute(() -> next(end));
        assertThat(end.await(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(failures).hasValue(CHAIN);
        assertThat(deepest.get()).as("frames").isLessThan(1_500);
        connection.answer("x");
        holder.assertEnded(Outcome.COMPLETED, null);
    }

    private void next(CountDownLatch end) {
        DefaultExchange exchange = rig.exchange().get("/refused").start();
        exchange.response().whenComplete((response, failure) -> {
            int count = failures.incrementAndGet();
            if (count % 101 == 0) {
                deepest.accumulateAndGet(new Throwable().getStackTrace().length, Math::max);
            }
            if (count < CHAIN) {
                next(end);
            } else {
                end.countDown();
            }
        });
    }
}
