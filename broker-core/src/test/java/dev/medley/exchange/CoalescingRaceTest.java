package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that start equal exchanges at once. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CoalescingRaceTest {

    @RegisterExtension
    final BrokerRig rig;

    CoalescingRaceTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void manyThreadsAskAtOnceAndThePartnerIsAskedOnce() throws Exception {
        PartnerStubs stubs = rig.stubs();
        AtomicInteger number = new AtomicInteger();
        stubs.answer(
                "GET",
                "/{round}",
                request -> StubAnswer.json(200, "" + number.incrementAndGet()).header("Cache-Control", "max-age=60"));
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
        int rounds = 50;
        for (int round = 0; round < rounds; round++) {
            String target = "/" + round;
            Set<String> bodies = ConcurrentHashMap.newKeySet();
            inThreads(4, thread -> bodies.add(text(rig.exchange().get(target).start())));
            assertThat(bodies).hasSize(1);
        }
        assertThat(stubs.requests()).isEqualTo(rounds);
    }

    @Test
    void noExchangeGetsThePrivateResponseOfAnother() throws Exception {
        PartnerStubs stubs = rig.stubs();
        AtomicInteger number = new AtomicInteger();
        stubs.answer(
                "GET",
                "/{round}",
                request -> StubAnswer.json(200, "" + number.incrementAndGet())
                        .header("Cache-Control", "private, max-age=60"));
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
        int rounds = 50;
        int threads = 4;
        Set<String> bodies = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < rounds; round++) {
            String target = "/" + round;
            inThreads(
                    threads,
                    thread -> bodies.add(text(rig.exchange().get(target).start())));
        }
        assertThat(bodies).hasSize(rounds * threads);
        assertThat(stubs.requests()).isEqualTo((long) rounds * threads);
    }

    @Test
    void anExchangeIsAnsweredWhileTheOthersOfItsCallAreCancelled() throws Exception {
        PartnerStubs stubs = rig.stubs();
        stubs.answer("GET", "/{round}", StubAnswer.json(200, "1").header("Cache-Control", "max-age=60"));
        rig.start(at(stubs.uri()).cache(c -> c.enabled(true)));
        for (int round = 0; round < 200; round++) {
            String target = "/" + round;
            inThreads(3, thread -> {
                DefaultExchange exchange = rig.exchange().get(target).start();
                if (thread == 0) {
                    assertThat(text(exchange)).isEqualTo("1");
                } else {
                    exchange.cancel();
                }
            });
        }
    }

    private static String text(DefaultExchange exchange) {
        return exchange.response()
                .toCompletableFuture()
                .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join()
                .text();
    }

    /** Has {@code task} done by threads that begin together, and waits for them. */
    private static void inThreads(int count, IntConsumer task) throws Exception {
        CyclicBarrier begin = new CyclicBarrier(count);
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    begin.await();
                    task.accept(number);
                } catch (Exception | AssertionError x) {
                    synchronized (failures) {
                        failures.add(x);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }
}
