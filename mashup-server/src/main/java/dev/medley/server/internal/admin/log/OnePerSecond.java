package dev.medley.server.internal.admin.log;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits a sequence to one element per second. The first element is emitted at once; of those that follow within a second
 * the last one is, at the end of the second, with the number of the others. An alarm is set only within such a second.
 *
 * <p>Thread-safe: one lock guards the fields, and the output is called without it.
 */
final class OnePerSecond<T> {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Clock clock;
    private final ObjIntConsumer<T> output;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean silent;
    private @Nullable T held;
    private int heldBack;

    /** Emits to {@code output} each element with the number of the others that it stands for. */
    OnePerSecond(Clock clock, ObjIntConsumer<T> output) {
        this.clock = clock;
        this.output = output;
    }

    void offer(T element) {
        lock.lock();
        try {
            if (silent) {
                held = element;
                heldBack++;
                return;
            }
            silent = true;
        } finally {
            lock.unlock();
        }
        emit(element, 0);
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
            emit(latest, count - 1);
        }
    }

    private void emit(T element, int others) {
        clock.schedule(SECOND.toNanos(), this::secondOver);
        output.accept(element, others);
    }
}
