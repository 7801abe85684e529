package dev.medley.partner.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Admits up to a limit at a time; the others wait in a bounded queue, first come, first served. Both bounds can be changed at run
 * time: those admitted stay admitted, those queued stay queued.
 *
 * <p>Thread-safe: one lock guards all; waiters are called under no lock, each as a task of its own so that a chain of short
 * exchanges does not become a deep stack.
 */
public final class Limiter {

    /** Seen by tests, which check that no callback is made under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final Executor pool;
    private int limit;
    private int maxQueued;
    private int used;
    private int queued;
    private @Nullable Waiter first;
    private @Nullable Waiter last;

    /**
     * Creates a limiter.
     *
     * @param pool calls the waiters
     * @param limit admitted at a time, at most
     * @param maxQueued waiting at a time, at most
     */
    public Limiter(Executor pool, int limit, int maxQueued) {
        this.pool = pool;
        this.limit = limit;
        this.maxQueued = maxQueued;
    }

    /** The outcome of {@link #acquire}. */
    public enum Entry {
        /** Admitted now; {@link #release()} must follow. */
        ADMITTED,
        /** Queued; {@link Waiter#onAdmitted()} follows, unless the waiter is cancelled. */
        QUEUED,
        /** Neither: the queue is full. */
        REFUSED,
        /** Neither: a stage before the limiter refused. */
        REFUSED_BY_STAGE
    }

    /** Admits {@code waiter}, or queues it. Does not block. */
    public Entry acquire(Waiter waiter) {
        lock.lock();
        try {
            if (tryAcquire()) {
                return Entry.ADMITTED;
            }
            if (queued >= maxQueued) {
                return Entry.REFUSED;
            }
            enqueue(waiter);
            return Entry.QUEUED;
        } finally {
            lock.unlock();
        }
    }

    /** Admits the caller if that is possible now. */
    public boolean tryAcquire() {
        lock.lock();
        try {
            if (used < limit && first == null) {
                used++;
                return true;
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the waiter out of the queue.
     *
     * @return false if it is not in the queue: it has been admitted, or is about to be called
     */
    public boolean cancel(Waiter waiter) {
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

    /** Ends one admission; the waiter that is first in the queue is admitted. */
    public void release() {
        Waiter next = null;
        lock.lock();
        try {
            if (used <= limit && first != null) {
                next = first;
                remove(next);
            } else {
                used--;
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            pool.execute(next::onAdmitted);
        }
    }

    /** Changes how many are admitted at a time. If more are now, they stay; if more may be, waiters are admitted. */
    public void setLimit(int newLimit) {
        List<Waiter> admitted = new ArrayList<>();
        lock.lock();
        try {
            limit = newLimit;
            for (Waiter next = first; next != null && used < limit; next = first) {
                remove(next);
                used++;
                admitted.add(next);
            }
        } finally {
            lock.unlock();
        }
        admitted.forEach(waiter -> pool.execute(waiter::onAdmitted));
    }

    /** Changes how many may wait at a time. */
    public void setMaxQueued(int newMaxQueued) {
        lock.lock();
        try {
            maxQueued = newMaxQueued;
        } finally {
            lock.unlock();
        }
    }

    /** Admitted at a time, at most. */
    public int limit() {
        lock.lock();
        try {
            return limit;
        } finally {
            lock.unlock();
        }
    }

    /** Waiting at a time, at most. */
    public int maxQueued() {
        lock.lock();
        try {
            return maxQueued;
        } finally {
            lock.unlock();
        }
    }

    /** Admitted and not released. */
    public int used() {
        lock.lock();
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    /** Waiting. */
    public int queued() {
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
