package dev.medley.stubs.internal.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of {@code RawPartner.proceed()}, each of which lets one connection go on. A call that no connection waits
 * for yet is kept. Calls come from any thread; everything else is used by the one thread of the partner.
 */
public final class Signal {

    private final AtomicInteger calls = new AtomicInteger();
    private final Queue<Waiter> waiters = new ArrayDeque<>();

    /** Creates a signal without calls or waiters. */
    public Signal() {}

    /** Keeps one call. The thread of the partner must be woken afterwards, to deliver it. */
    void give() {
        calls.incrementAndGet();
    }

    /** Adds a waiter behind those that wait already. */
    public void await(Waiter waiter) {
        waiters.add(waiter);
    }

    /** Resumes one waiter for each call. */
    void deliver() {
        while (calls.get() > 0 && !waiters.isEmpty()) {
            if (waiters.remove().resume()) {
                calls.decrementAndGet();
            }
        }
    }

    /** A step that waits for a call. */
    @FunctionalInterface
    public interface Waiter {

        /** Goes on; returns false if it no longer waits, so that the call is left for the next waiter. */
        boolean resume();
    }
}
