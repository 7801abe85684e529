package dev.medley.partner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.Soon;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads ask, end and leave at once. */
class PermitsStressTest {

    private static final int THREADS = 8;
    private static final int EACH = 5_000;
    private static final int MOST = 3;

    private final ExecutorService askers = Executors.newFixedThreadPool(THREADS);
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Permits permits = new Permits(pool, MOST, 50);
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
    void noPermitIsLostOrGivenTwice() {
        for (int thread = 0; thread < THREADS; thread++) {
            askers.execute(() -> {
                for (int i = 0; i < EACH; i++) {
                    askOnce();
                }
            });
        }
        Soon.until("everybody's turn", () -> served.get() + refused.get() + left.get() == THREADS * EACH);
        Soon.asserted(() -> assertThat(permits.used()).isZero());
        assertThat(permits.queued()).isZero();
        assertThat(mostHeld.get()).isBetween(1, MOST);
        assertThat(served.get()).isPositive();
        assertThat(left.get()).isPositive();
    }

    private void askOnce() {
        Waiter waiter = new Waiter() {
            @Override
            protected void onPermit(Permit permit) {
                use(permit);
            }
        };
        switch (permits.ask(waiter)) {
            case GRANTED -> {
                held.incrementAndGet();
                // Ended by another thread, and not at once, so that there is a queue.
                pool.execute(() -> endHeld(new Permit(permits)));
            }
            case REFUSED -> refused.incrementAndGet();
            case QUEUED -> {
                if (ThreadLocalRandom.current().nextInt(4) == 0 && permits.withdraw(waiter)) {
                    left.incrementAndGet();
                }
            }
        }
    }

    private void use(Permit permit) {
        held.incrementAndGet();
        endHeld(permit);
    }

    private void endHeld(Permit permit) {
        mostHeld.accumulateAndGet(held.get(), Math::max);
        held.decrementAndGet();
        permit.end();
        permit.end();
        served.incrementAndGet();
    }
}
