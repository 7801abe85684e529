package dev.medley.thread.internal;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;

/** Waits for a condition that holds soon, with frequent checks. */
public final class Soon {

    /** For how long anything may take before a test gives it up. */
    public static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration INTERVAL = Duration.ofMillis(2);

    private Soon() {}

    /** Waits until {@code condition} holds. */
    public static void until(String what, Callable<Boolean> condition) {
        waiting().alias(what).until(condition);
    }

    /** Waits until {@code assertion} no longer fails. */
    public static void asserted(ThrowingRunnable assertion) {
        waiting().untilAsserted(assertion);
    }

    /** Waits until {@code latch} is down. */
    public static void down(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError(latch.getCount() + " are awaited still after " + PATIENCE);
        }
    }

    private static ConditionFactory waiting() {
        return Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(INTERVAL);
    }
}
