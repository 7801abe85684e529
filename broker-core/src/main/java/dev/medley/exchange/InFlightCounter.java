package dev.medley.exchange;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the exchanges that were created and have not ended; the closing of the broker waits for them. Thread-safe. */
final class InFlightCounter {

    private final AtomicInteger exchanges = new AtomicInteger();
    private final CountDownLatch none = new CountDownLatch(1);
    private volatile boolean awaited;

    void created() {
        exchanges.incrementAndGet();
    }

    void ended() {
        if (exchanges.decrementAndGet() == 0 && awaited) {
            none.countDown();
        }
    }

    int count() {
        return exchanges.get();
    }

    /** Waits until there is none, for {@code seconds} at most; returns how many are left. */
    int awaitNone(long seconds) {
        awaited = true;
        try {
            if (exchanges.get() == 0 || none.await(seconds, TimeUnit.SECONDS)) {
                return 0;
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
        return exchanges.get();
    }
}
