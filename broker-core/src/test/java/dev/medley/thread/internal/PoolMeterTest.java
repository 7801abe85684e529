package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.util.thread.ReservedThreadExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolMeterTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final ManualClock clock = ManualClock.inline();
    private final ThreadMeter meter = new ThreadMeter(clock);
    private final CountedPool counted = CountedPool.start();
    private final BrokerPool pool = counted.pool();

    @AfterEach
    void close() {
        counted.close();
    }

    @Test
    void aThreadIsUtilizedFromTheBeginOfATaskToItsEnd() {
        meter.begin();
        clock.advance(Duration.ofSeconds(3));
        meter.end();
        clock.advance(Duration.ofSeconds(5));
        meter.begin();
        clock.advance(Duration.ofSeconds(1));
        meter.end();

        assertThat(meter.utilizedNanos(clock.nanoTime())).isEqualTo(4 * SECOND);
    }

    @Test
    void aTaskThatHasNotEndedCountsUpToTheReading() {
        clock.advance(Duration.ofSeconds(7));
        meter.begin();
        clock.advance(Duration.ofSeconds(2));

        assertThat(meter.utilizedNanos(clock.nanoTime())).isEqualTo(2 * SECOND);
    }

    @Test
    void aBeginWithinATaskAndAnEndWithoutOneHaveNoEffect() {
        assertThat(meter.end()).isFalse();
        assertThat(meter.begin()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(meter.begin()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(meter.end()).isTrue();

        assertThat(meter.utilizedNanos(clock.nanoTime())).isEqualTo(2 * SECOND);
    }

    @Test
    void theMeanIsThatOfTheTimeBetweenTwoReadings() {
        assertThat(new ThreadTime(4 * SECOND, 9 * SECOND).meanSince(new ThreadTime(2 * SECOND, 4 * SECOND)))
                .isEqualTo(2.5);
        assertThat(new ThreadTime(4, 9).meanSince(new ThreadTime(4, 9))).isZero();
    }

    @Test
    void threadsThatRunTasksCountAndNoOthers() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        // Leaves a thread in reserve, which waits in a task of its own.
        pool.threads().tryExecute(() -> {});
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                begun.countDown();
                await(go);
            });
        }
        await(begun);
        Soon.until("the thread in reserve", () -> reserved() == 1);

        ThreadTime begin = pool.threadTime();
        Soon.until(
                "50 ms",
                () -> pool.threadTime().atNanos() - begin.atNanos()
                        > Duration.ofMillis(50).toNanos());
        double mean = pool.threadTime().meanSince(begin);
        go.countDown();

        assertThat(mean).isBetween(1.99, 2.01);
    }

    @Test
    void aTaskOfTheThreadInReserveCounts() throws Exception {
        pool.threads().tryExecute(() -> {});
        Soon.until("the thread in reserve", () -> reserved() == 1);
        ThreadTime begin = pool.threadTime();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        assertThat(pool.threads().tryExecute(() -> {
                    begun.countDown();
                    await(go);
                }))
                .isTrue();
        await(begun);
        ThreadTime busy = pool.threadTime();
        go.countDown();

        assertThat(busy.utilizedNanos()).isGreaterThan(begin.utilizedNanos());
    }

    @Test
    void theTimeOfThreadsThatHaveEndedIsKept() {
        CountDownLatch ran = new CountDownLatch(1);
        pool.execute(ran::countDown);
        await(ran);
        Soon.until("the end of the task", () -> pool.use().utilized() == 0);
        long before = pool.threadTime().utilizedNanos();

        counted.close();

        assertThat(before).isPositive();
        assertThat(pool.threadTime().utilizedNanos()).isGreaterThanOrEqualTo(before);
    }

    private int reserved() {
        return pool.threads().getBean(ReservedThreadExecutor.class).getAvailable();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
