package dev.medley.loadtest.driver;

import java.util.concurrent.atomic.AtomicInteger;

/** The highest of many numbers. Thread-safe. */
final class Peak {

    private final AtomicInteger highest = new AtomicInteger();

    void see(int number) {
        if (number > highest.get()) {
            highest.accumulateAndGet(number, Math::max);
        }
    }

    int highest() {
        return highest.get();
    }

    /** The highest so far; begins anew with {@code number}. */
    int restart(int number) {
        return Math.max(highest.getAndSet(number), number);
    }
}
