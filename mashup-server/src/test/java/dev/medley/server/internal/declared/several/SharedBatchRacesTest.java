package dev.medley.server.internal.declared.several;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.stubs.PartnerStubs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One compare-and-set decides who joins, sends, leaves: each waiter is answered once or has left, and one request is sent at most. */
@Timeout(60)
class SharedBatchRacesTest {

    private static final int ROUNDS = 300;

    private static final PartnerStubs STUBS = PartnerStubs.builder().recorded(0).build();
    private static DefaultBroker broker = DefaultBroker.builder().build();

    @BeforeAll
    static void start() {
        STUBS.start();
        broker = DefaultBroker.builder().partner("a", STUBS.uri().toString()).build();
        broker.start();
    }

    @AfterAll
    static void close() {
        broker.close();
        STUBS.close();
    }

    /** A request whose response has each key. */
    private static final class Request implements SharedRequest {

        private final AtomicInteger started = new AtomicInteger();
        private volatile List<Object> sent = List.of();

        @Override
        public List<@Nullable Object> identity() {
            return List.of();
        }

        @Override
        public DefaultExchange start(List<Object> keys) {
            started.incrementAndGet();
            sent = keys;
            return broker.exchange("a").get("/partner/1").start();
        }

        @Override
        public Map<String, Object> read(DefaultExchange ended, PartnerResponse response) {
            return Map.of("x", "of x", "y", "of y");
        }

        @Override
        public boolean isLong(PartnerResponse response) {
            return false;
        }
    }

    private static SharedWaiter waiter(String key) {
        return new SharedWaiter(Map.of(key, key), new BrokerStage<>(broker.pool()), broker.pool());
    }

    private static SharedBatch batch(Request request, int max, AtomicInteger closed) {
        return new SharedBatch(request, broker, max, closed::incrementAndGet);
    }

    private static BatchAnswer answerOf(SharedWaiter waiter) throws Exception {
        return waiter.answer().get(20, TimeUnit.SECONDS);
    }

    private static void race(Runnable... actions) throws Exception {
        CyclicBarrier together = new CyclicBarrier(actions.length);
        List<Thread> threads = new ArrayList<>();
        for (Runnable action : actions) {
            threads.add(new Thread(() -> {
                try {
                    together.await();
                } catch (Exception x) {
                    throw new IllegalStateException(x);
                }
                action.run();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
    }

    @Test
    void whoJoinsWhileItIsSentIsAnsweredOrRefused() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Request request = new Request();
            AtomicInteger closed = new AtomicInteger();
            SharedBatch batch = batch(request, 3, closed);
            SharedWaiter first = waiter("x");
            SharedWaiter second = waiter("y");
            first.joins(batch);
            boolean[] joined = new boolean[1];

            race(() -> batch.sendAfter(0), () -> joined[0] = second.joins(batch));

            assertThat(answerOf(first).values()).isEqualTo(Map.of("x", "of x"));
            if (joined[0]) {
                assertThat(answerOf(second).values()).isEqualTo(Map.of("y", "of y"));
                assertThat(request.sent).containsExactly("x", "y");
            } else {
                assertThat(second.answer()).isNotDone();
                assertThat(request.sent).containsExactly("x");
            }
            assertThat(request.started).hasValue(1);
            assertThat(closed).hasValue(1);
        }
    }

    @Test
    void whoLeavesWhileItIsSentTakesNothingFromTheOthers() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Request request = new Request();
            AtomicInteger closed = new AtomicInteger();
            SharedBatch batch = batch(request, 3, closed);
            SharedWaiter first = waiter("x");
            SharedWaiter second = waiter("y");
            first.joins(batch);
            second.joins(batch);

            race(() -> batch.sendAfter(0), second::leave);

            assertThat(answerOf(first).values()).isEqualTo(Map.of("x", "of x"));
            // Who has left too late has an answer.
            await().pollInterval(1, TimeUnit.MILLISECONDS)
                    .until(() -> second.answer().isDone());
            assertThat(request.started).hasValue(1);
            assertThat(closed).hasValue(1);
        }
    }

    @Test
    void aBatchThatAllLeaveIsDroppedOrItsExchangeIsCancelled() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Request request = new Request();
            AtomicInteger closed = new AtomicInteger();
            SharedBatch batch = batch(request, 2, closed);
            SharedWaiter first = waiter("x");
            SharedWaiter second = waiter("y");
            first.joins(batch);

            race(() -> second.joins(batch), first::leave, second::leave);

            // Who has left too late has an answer.
            await().pollInterval(1, TimeUnit.MILLISECONDS)
                    .until(() -> first.answer().isDone() && second.answer().isDone());
            await().pollInterval(1, TimeUnit.MILLISECONDS).until(() -> broker.exchangesInFlight() == 0);
            assertThat(request.started.get()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void itIsSentOnceThoughItIsFullAndItsTimeHasCome() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Request request = new Request();
            AtomicInteger closed = new AtomicInteger();
            SharedBatch batch = batch(request, 2, closed);
            SharedWaiter first = waiter("x");
            SharedWaiter second = waiter("y");
            first.joins(batch);

            boolean[] joined = new boolean[1];
            race(() -> joined[0] = second.joins(batch), () -> batch.sendAfter(0));

            answerOf(first);
            if (joined[0]) {
                answerOf(second);
            }
            assertThat(request.started).hasValue(1);
            assertThat(closed).hasValue(1);
        }
    }
}
