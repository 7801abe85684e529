package dev.medley.exchange;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The budget of body bytes that a broker holds in all: of bodies that are being collected, and of those that are complete
 * until their mashup has ended. Thread-safe.
 */
final class HeldBytes {

    private volatile long limit;
    private final AtomicLong used = new AtomicLong();

    HeldBytes(long limit) {
        this.limit = limit;
    }

    /** Changes the limit; what is held stays. */
    void limit(long bytes) {
        limit = bytes;
    }

    long limit() {
        return limit;
    }

    long used() {
        return used.get();
    }

    /** Reserves {@code bytes}; false, and nothing is reserved, if that would exceed the limit. */
    boolean reserve(long bytes) {
        long before;
        do {
            before = used.get();
            if (before + bytes > limit) {
                return false;
            }
        } while (!used.compareAndSet(before, before + bytes));
        return true;
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }
}
