package dev.medley.exchange.internal.dispatch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the exchanges that were created and have not ended; the closing of the broker waits for them. Thread-safe. */
public final class InFlightCounter {

    private final AtomicInteger exchanges = new AtomicInteger();
    private final CountDownLatch none = new CountDownLatch(1);
    private volatile boolean awaited;

    /** Creates a counter of no exchanges. */
    public InFlightCounter() {}

    /** Counts an exchange that is created. */
    public void created() {
        exchanges.incrementAndGet();
    }

    /** Takes off an exchange that has ended. */
    public void ended() {
        if (exchanges.decrementAndGet() == 0 && awaited) {
            none.countDown();
        }
    }

    /** The number of exchanges that have not ended. */
    public int count() {
        return exchanges.get();
    }

    /** Waits until there is none, for {@code seconds} at most; returns how many are left. */
    public int awaitNone(long seconds) {
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
