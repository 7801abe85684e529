package dev.medley.server.admin;

import dev.medley.thread.Clock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes the first of many on at once; of those that follow within a second the last one, at its end, with the number
 * of the others. So nothing goes untold, and there is an alarm only while there is something to tell.
 *
 * <p>Thread-safe: one lock guards the fields, and nothing is passed on under it.
 */
final class OnePerSecond<T> {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Clock clock;
    private final ObjIntConsumer<T> told;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean silent;
    private @Nullable T held;
    private int heldBack;

    /** Passes on to {@code told} what is offered, each with how many others it stands for. */
    OnePerSecond(Clock clock, ObjIntConsumer<T> told) {
        this.clock = clock;
        this.told = told;
    }

    void offer(T one) {
        lock.lock();
        try {
            if (silent) {
                held = one;
                heldBack++;
                return;
            }
            silent = true;
        } finally {
            lock.unlock();
        }
        pass(one, 0);
    }

    private void secondOver() {
        T latest;
        int count;
        lock.lock();
        try {
            latest = held;
            count = heldBack;
            held = null;
            heldBack = 0;
            silent = latest != null;
        } finally {
            lock.unlock();
        }
        if (latest != null) {
            pass(latest, count - 1);
        }
    }

    private void pass(T one, int others) {
        clock.schedule(SECOND.toNanos(), this::secondOver);
        told.accept(one, others);
    }
}
