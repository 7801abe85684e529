package dev.medley.partner.internal.limit;

import dev.medley.partner.internal.limit.Waiter.Drop;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits up to a limit at a time. The others wait in a queue that is bounded in length and, if its rules say so, in age.
 * Waiters of a higher priority precede the others. The limit and the length may change at run time: admitted and queued
 * waiters keep their state.
 *
 * <p>Thread-safe: one lock guards all. It calls waiters without the lock, each in a task of its own, so that a chain of
 * short exchanges does not become a deep stack.
 */
public final class Limiter {

    /** Seen by tests, which check that no callback is made under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final Executor pool;
    private final @Nullable QueueAge age;
    private final WaitQueue queue;
    private int limit;
    private int maxQueued;
    private int used;
    private long refused;
    private long tooOld;
    private long displaced;

    /**
     * Creates a limiter whose waiters may wait for any time, the oldest first.
     *
     * @param pool calls the waiters
     * @param limit admitted at a time, at most
     * @param maxQueued waiting at a time, at most
     */
    public Limiter(Executor pool, int limit, int maxQueued) {
        this(pool, limit, QueueRules.ofLength(maxQueued), null);
    }

    /**
     * Creates a limiter.
     *
     * @param pool calls the waiters
     * @param clock measures the age of waiters
     * @param limit admitted at a time, at most
     * @param rules of the queue
     */
    public Limiter(Executor pool, Clock clock, int limit, QueueRules rules) {
        this(pool, limit, rules, rules.maxAge().isZero() ? null : new QueueAge(clock, rules.maxAge()));
    }

    private Limiter(Executor pool, int limit, QueueRules rules, @Nullable QueueAge age) {
        this.pool = pool;
        this.limit = limit;
        this.age = age;
        maxQueued = rules.maxQueued();
        queue = new WaitQueue(rules.order());
    }

    /** The outcome of {@link #acquire}. */
    public enum Entry {
        /** Admitted now; {@link #release()} must follow. */
        ADMITTED,
        /** Queued; {@link Waiter#onAdmitted()} or {@link Waiter#onDropped} follows, unless the waiter is cancelled. */
        QUEUED,
        /** Neither: the queue is full. */
        REFUSED,
        /** Neither: a stage before the limiter refused. */
        REFUSED_BY_STAGE
    }

    /** Admits {@code waiter}, or queues it. Does not block. */
    public Entry acquire(Waiter waiter) {
        Waiter last = null;
        boolean watch = false;
        lock.lock();
        try {
            if (admitNow()) {
                return Entry.ADMITTED;
            }
            if (queue.size() >= maxQueued) {
                last = queue.displacedBy(waiter);
                if (last == null) {
                    refused++;
                    return Entry.REFUSED;
                }
                queue.remove(last);
                displaced++;
            }
            queue.add(waiter, age == null ? 0 : age.nowNanos());
            watch = age != null && age.beginWatch();
        } finally {
            lock.unlock();
        }
        if (last != null) {
            drop(last, Drop.DISPLACED);
        }
        if (age != null && watch) {
            age.scheduleFirst(() -> watch(age));
        }
        return Entry.QUEUED;
    }

    /** Admits the caller if that is possible now. */
    public boolean tryAcquire() {
        lock.lock();
        try {
            return admitNow();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether as many are admitted as may be. */
    public boolean isFull() {
        lock.lock();
        try {
            return used >= limit;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether {@link #acquire} would refuse {@code waiter} at this moment. */
    public boolean refuses(Waiter waiter) {
        lock.lock();
        try {
            return used >= limit && queue.size() >= maxQueued && queue.displacedBy(waiter) == null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the waiter out of the queue.
     *
     * @return false if it is not in the queue: it has been admitted or dropped, or is about to be called
     */
    public boolean cancel(Waiter waiter) {
        lock.lock();
        try {
            if (!waiter.queued) {
                return false;
            }
            queue.remove(waiter);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends one admission; the waiter that is first in the queue is admitted. */
    public void release() {
        List<Waiter> old = List.of();
        Waiter next = null;
        lock.lock();
        try {
            if (used <= limit) {
                old = removeTooOldFirst();
                next = removeFirst();
            }
            if (next == null) {
                used--;
            }
        } finally {
            lock.unlock();
        }
        dropTooOld(old);
        if (next != null) {
            pool.execute(next::onAdmitted);
        }
    }

    /** Changes how many are admitted at a time. If more are now, they stay; if more may be, waiters are admitted. */
    public void setLimit(int newLimit) {
        setLimit(() -> newLimit);
    }

    /**
     * As {@link #setLimit(int)}, to the value that {@code source} has within the lock: of several threads, the last one sets
     * the value that is the latest.
     */
    void setLimit(IntSupplier source) {
        List<Waiter> admitted = new ArrayList<>();
        List<Waiter> old;
        lock.lock();
        try {
            limit = source.getAsInt();
            old = removeTooOldFirst();
            for (Waiter next = queue.first(); next != null && used < limit; next = queue.first()) {
                queue.remove(next);
                used++;
                admitted.add(next);
            }
        } finally {
            lock.unlock();
        }
        dropTooOld(old);
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
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** Totals since the creation. */
    public LimiterTotals totals() {
        lock.lock();
        try {
            return new LimiterTotals(refused, tooOld, displaced);
        } finally {
            lock.unlock();
        }
    }

    private boolean admitNow() {
        if (used < limit && queue.isEmpty()) {
            used++;
            return true;
        }
        return false;
    }

    private @Nullable Waiter removeFirst() {
        Waiter first = queue.first();
        if (first != null) {
            queue.remove(first);
        }
        return first;
    }

    /** Takes out of the queue those that would be admitted next and are too old: the task for them may come late. */
    private List<Waiter> removeTooOldFirst() {
        Waiter first = queue.first();
        if (age == null || first == null) {
            return List.of();
        }
        List<Waiter> old = new ArrayList<>();
        long now = age.nowNanos();
        while (first != null && age.isTooOld(first, now)) {
            queue.remove(first);
            old.add(first);
            first = queue.first();
        }
        tooOld += old.size();
        return old;
    }

    /** Drops those that are too old, and schedules itself for the next. Scheduled while there are waiters. */
    private void watch(QueueAge bound) {
        List<Waiter> old = new ArrayList<>();
        long delay = 0;
        lock.lock();
        try {
            long now = bound.nowNanos();
            Waiter oldest = queue.oldest();
            while (oldest != null && bound.isTooOld(oldest, now)) {
                queue.remove(oldest);
                old.add(oldest);
                oldest = queue.oldest();
            }
            tooOld += old.size();
            if (oldest == null) {
                bound.endWatch();
            } else {
                delay = bound.leftNanos(oldest, now);
            }
        } finally {
            lock.unlock();
        }
        if (delay > 0) {
            bound.schedule(delay, () -> watch(bound));
        }
        dropTooOld(old);
    }

    private void dropTooOld(List<Waiter> old) {
        for (Waiter waiter : old) {
            drop(waiter, Drop.TOO_OLD);
        }
    }

    private void drop(Waiter waiter, Drop cause) {
        pool.execute(() -> waiter.onDropped(cause));
    }
}
