package dev.medley.partner;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The permits of one partner, and the bounded queue of those who wait for one: first come, first served.
 *
 * <p>One lock guards both; waiters are called under no lock, each as a task of its own so that a chain of short
 * exchanges does not become a deep stack.
 */
final class Permits {

    /** Seen by tests, which check that nobody is called under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final Executor pool;
    private final int most;
    private final int mostQueued;
    private int used;
    private int queued;
    private @Nullable Waiter first;
    private @Nullable Waiter last;

    Permits(Executor pool, int most, int mostQueued) {
        this.pool = pool;
        this.most = most;
        this.mostQueued = mostQueued;
    }

    /** What became of a request for a permit. */
    enum Answer {
        GRANTED,
        QUEUED,
        REFUSED
    }

    Answer ask(Waiter waiter) {
        lock.lock();
        try {
            if (used < most && first == null) {
                used++;
                return Answer.GRANTED;
            }
            if (queued >= mostQueued) {
                return Answer.REFUSED;
            }
            enqueue(waiter);
            return Answer.QUEUED;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the waiter out of the queue; false when it is not in it, because its permit is on its way or was had. */
    boolean withdraw(Waiter waiter) {
        lock.lock();
        try {
            if (!waiter.queued) {
                return false;
            }
            remove(waiter);
            return true;
        } finally {
            lock.unlock();
        }
    }

    void giveBack() {
        Waiter next;
        lock.lock();
        try {
            next = first;
            if (next == null) {
                used--;
            } else {
                remove(next);
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            Waiter served = next;
            pool.execute(() -> served.onPermit(new Permit(this)));
        }
    }

    int used() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    int queued() {
        lock.lock();
        try {
            return queued;
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Waiter waiter) {
        waiter.queued = true;
        waiter.ahead = last;
        if (last == null) {
            first = waiter;
        } else {
            last.behind = waiter;
        }
        last = waiter;
        queued++;
    }

    private void remove(Waiter waiter) {
        if (waiter.ahead == null) {
            first = waiter.behind;
        } else {
            waiter.ahead.behind = waiter.behind;
        }
        if (waiter.behind == null) {
            last = waiter.ahead;
        } else {
            waiter.behind.ahead = waiter.ahead;
        }
        waiter.ahead = null;
        waiter.behind = null;
        waiter.queued = false;
        queued--;
    }
}
