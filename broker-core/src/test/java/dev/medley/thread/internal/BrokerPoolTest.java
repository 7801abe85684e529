package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerPoolTest {

    @Test
    void theSmallestPoolWorks() {
        try (BrokerPool pool = new BrokerPool(BrokerPool.MINIMUM_THREADS, false)) {
            pool.start();
            assertThat(onPool(pool, BrokerPool::onBrokerThread)).isTrue();
            assertThat(pool.use().max()).isEqualTo(BrokerPool.MINIMUM_THREADS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 4})
    void tooFewThreadsAreRefusedWithTheReason(int threads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BrokerPool(threads, false))
                .withMessageContaining("threads is " + threads)
                .withMessageContaining("at least 5")
                .withMessageContaining("selectors");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtualThreadsAreRefusedWhereThereAreNone() {
        assertThat(BrokerPool.virtualThreadsAvailable()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BrokerPool(BrokerPool.DEFAULT_THREADS, true))
                .withMessageContaining("Java " + Runtime.version().feature())
                .withMessageContaining("Java 21 or later");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aVirtualThreadIsABrokerThread() {
        assertThat(BrokerPool.virtualThreadsAvailable()).isTrue();
        CompletableFuture<Boolean> virtual = new CompletableFuture<>();
        BrokerPool.startVirtualThread(
                () -> virtual.complete(BrokerPool.onVirtualThread() && BrokerPool.onBrokerThread()));
        assertThat(virtual).succeedsWithin(Soon.PATIENCE).isEqualTo(true);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aPoolForVirtualRequestsStillRunsItsTasksOnItsOwnThreads() {
        try (CountedPool counted = CountedPool.startVirtual()) {
            assertThat(onPool(counted.pool(), BrokerPool::onVirtualThread)).isFalse();
        }
    }

    @Test
    void aThreadOfTheTestIsNoBrokerThread() {
        assertThat(BrokerPool.onBrokerThread()).isFalse();
        assertThat(BrokerPool.onVirtualThread()).isFalse();
    }

    @Test
    void threadsAreNamedAndNumbered() {
        try (CountedPool counted = CountedPool.start()) {
            assertThat(onPool(counted.pool(), () -> Thread.currentThread().getName()))
                    .matches("medley-\\d+");
        }
    }

    @Test
    void threadsAtWorkAreSeenAndNeverExceedTheBound() {
        try (CountedPool counted = CountedPool.start()) {
            BrokerPool pool = counted.pool();
            int most = pool.use().max();
            CountDownLatch go = new CountDownLatch(1);
            for (int i = 0; i < 3 * most; i++) {
                pool.execute(() -> await(go));
            }
            Soon.until("a queue", () -> pool.use().queued() > 0);
            assertThat(pool.use().started()).isLessThanOrEqualTo(most);
            assertThat(pool.use().utilized()).isPositive();
            go.countDown();
            Soon.until(
                    "all work done",
                    () -> pool.use().queued() == 0 && pool.use().utilized() == 0);
        }
    }

    @Test
    void alarmsGoOffOnThreadsOfThePool() {
        try (CountedPool counted = CountedPool.start()) {
            CompletableFuture<Boolean> rung = new CompletableFuture<>();
            counted.pool().clock().schedule(0, () -> rung.complete(BrokerPool.onBrokerThread()));
            assertThat(rung).succeedsWithin(Soon.PATIENCE).isEqualTo(true);
        }
    }

    @Test
    void anAlarmThatIsCalledOffDoesNotGoOff() {
        try (CountedPool counted = CountedPool.start()) {
            Clock clock = counted.pool().clock();
            CompletableFuture<String> first = new CompletableFuture<>();
            CountDownLatch both = new CountDownLatch(1);
            counted.pool().scheduler().schedule(() -> await(both), 0, TimeUnit.NANOSECONDS);
            clock.schedule(0, () -> first.complete("called off")).cancel();
            clock.schedule(1, () -> first.complete("kept"));
            both.countDown();
            assertThat(first).succeedsWithin(Soon.PATIENCE).isEqualTo("kept");
        }
    }

    private static <T> T onPool(BrokerPool pool, Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, pool).join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
