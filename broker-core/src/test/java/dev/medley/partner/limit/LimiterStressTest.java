package dev.medley.partner.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.Soon;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads acquire, release and cancel at once, while the limit changes. */
class LimiterStressTest {

    private static final int THREADS = 8;
    private static final int EACH = 5_000;
    private static final int MOST = 3;

    private final ExecutorService askers = Executors.newFixedThreadPool(THREADS);
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Limiter limiter = new Limiter(pool, MOST, 50);
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger mostHeld = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();

    @AfterEach
    void close() {
        askers.shutdownNow();
        pool.shutdownNow();
    }

    @Test
    void noAdmissionIsLostOrGivenTwice() {
        for (int thread = 0; thread < THREADS; thread++) {
            askers.execute(() -> {
                for (int i = 0; i < EACH; i++) {
                    limiter.setLimit(1 + i % MOST);
                    acquireOnce();
                }
            });
        }
        Soon.until("every turn", () -> served.get() + refused.get() + left.get() == THREADS * EACH);
        Soon.asserted(() -> assertThat(limiter.used()).isZero());
        assertThat(limiter.queued()).isZero();
        assertThat(mostHeld.get()).isBetween(1, MOST);
        assertThat(served.get()).isPositive();
        assertThat(left.get()).isPositive();
    }

    private void acquireOnce() {
        Waiter waiter = new Waiter() {
            @Override
            protected void onAdmitted() {
                use();
            }
        };
        switch (limiter.acquire(waiter)) {
            case ADMITTED -> {
                held.incrementAndGet();
                // Ended by another thread, and not at once, so that there is a queue.
                pool.execute(this::endHeld);
            }
            case REFUSED, REFUSED_BY_STAGE -> refused.incrementAndGet();
            case QUEUED -> {
                if (ThreadLocalRandom.current().nextInt(4) == 0 && limiter.cancel(waiter)) {
                    left.incrementAndGet();
                }
            }
        }
    }

    private void use() {
        held.incrementAndGet();
        endHeld();
    }

    private void endHeld() {
        mostHeld.accumulateAndGet(held.get(), Math::max);
        held.decrementAndGet();
        limiter.release();
        served.incrementAndGet();
    }
}
