package dev.medley.partner.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.QueueOrder;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads acquire, release and cancel at once, while waiters are dropped and the limit changes. */
class LimiterStressTest {

    private static final int THREADS = 8;
    private static final int EACH = 5_000;
    private static final int MOST = 3;

    private final ExecutorService askers = Executors.newFixedThreadPool(THREADS);
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final ScheduledExecutorService alarms = Executors.newScheduledThreadPool(1);
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger mostHeld = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();

    @AfterEach
    void close() {
        askers.shutdownNow();
        pool.shutdownNow();
        alarms.shutdownNow();
    }

    private enum Queue {
        UNBOUNDED_AGE {
            @Override
            Limiter create(ExecutorService pool, Clock clock) {
                return new Limiter(pool, MOST, 50);
            }
        },
        BOUNDED_AGE {
            @Override
            Limiter create(ExecutorService pool, Clock clock) {
                QueueRules rules = new QueueRules(50, Duration.ofNanos(20_000), QueueOrder.NEWEST_FIRST);
                return new Limiter(pool, clock, MOST, rules);
            }
        };

        abstract Limiter create(ExecutorService pool, Clock clock);
    }

    @ParameterizedTest
    @EnumSource(Queue.class)
    void noPermitIsLostOrGivenTwice(Queue queue) {
        Limiter limiter = queue.create(pool, new RealClock());
        for (int thread = 0; thread < THREADS; thread++) {
            askers.execute(() -> {
                for (int i = 0; i < EACH; i++) {
                    limiter.setLimit(1 + i % MOST);
                    acquireOnce(limiter);
                }
            });
        }
        Soon.until("every turn", () -> served.get() + refused.get() + left.get() + dropped.get() == THREADS * EACH);
        Soon.asserted(() -> assertThat(limiter.used()).isZero());
        assertThat(limiter.queued()).isZero();
        assertThat(mostHeld.get()).isBetween(1, MOST);
        assertThat(served.get()).isPositive();
        assertThat(left.get()).isPositive();
        LimiterTotals totals = limiter.totals();
        assertThat(totals.refused()).isEqualTo(refused.get());
        assertThat(totals.tooOld() + totals.displaced()).isEqualTo(dropped.get());
        assertThat(dropped.get() > 0).isEqualTo(queue == Queue.BOUNDED_AGE);
    }

    private void acquireOnce(Limiter limiter) {
        Waiter waiter = new Waiter() {
            @Override
            protected void onAdmitted() {
                held.incrementAndGet();
                endHeld(limiter);
            }

            @Override
            protected void onDropped(Drop cause) {
                dropped.incrementAndGet();
            }
        };
        switch (limiter.acquire(waiter)) {
            case ADMITTED -> {
                held.incrementAndGet();
                // Ended by another thread, and not at once, so that there is a queue.
                pool.execute(() -> endHeld(limiter));
            }
            case REFUSED, REFUSED_BY_STAGE -> refused.incrementAndGet();
            case QUEUED -> {
                if (ThreadLocalRandom.current().nextInt(4) == 0 && limiter.cancel(waiter)) {
                    left.incrementAndGet();
                }
            }
        }
    }

    private void endHeld(Limiter limiter) {
        mostHeld.accumulateAndGet(held.get(), Math::max);
        held.decrementAndGet();
        limiter.release();
        served.incrementAndGet();
    }

    /** The time of the machine, with tasks on a thread of its own. */
    private final class RealClock implements Clock {

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public ScheduledTask schedule(long delayNanos, Runnable task) {
            Future<?> scheduled = alarms.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        }
    }
}
