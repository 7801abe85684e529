package dev.medley.thread.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for their times: a hierarchical timing wheel (Varghese and Lauck, 1987, scheme 7). Scheduling and
 * cancelling take the same short time for any number of tasks, and a cancelled task is not kept.
 *
 * <p>Time is counted in ticks. A task is on the level of the highest digit, of six bits, in which its tick differs from the
 * present one, in the slot of its own digit there. When the present tick reaches a slot, its tasks are due, or go down to
 * lower levels. So the first slot that has tasks, on the lowest level that has any, comes next.
 *
 * <p>Thread-safe: one lock guards all, and is held for a few instructions, or while the tasks of a slot go down.
 */
final class TimerWheel {

    /** Returned where no task waits. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int DIGIT_BITS = 6;
    private static final int SLOTS = 1 << DIGIT_BITS;
    /** All digits of a tick that is not negative. */
    private static final int LEVELS = (Long.SIZE - 1 + DIGIT_BITS - 1) / DIGIT_BITS;

    private final ReentrantLock lock = new ReentrantLock();
    /** The first task of each slot, level by level. */
    private final @Nullable Entry[] slots = new Entry[LEVELS * SLOTS];
    /** A bit for each slot that has tasks, level by level. */
    private final long[] occupied = new long[LEVELS];
    /** The present tick; all tasks wait for later ones. */
    private long present;

    /** Adds a task that is due at {@code dueTick}; if that is over, at the next tick. */
    Entry add(long dueTick, Runnable task) {
        Entry entry = new Entry(this, dueTick, task);
        lock.lock();
        try {
            place(entry);
        } finally {
            lock.unlock();
        }
        return entry;
    }

    /** Returns the tick by which {@link #advance} must be called next, or {@link #NEVER}. */
    long nextTick() {
        lock.lock();
        try {
            return next();
        } finally {
            lock.unlock();
        }
    }

    /** Goes on to {@code tick}, unless that is over; returns the tasks that are due, in the order of their ticks. */
    List<Runnable> advance(long tick) {
        List<Runnable> due = new ArrayList<>();
        lock.lock();
        try {
            for (long next = next(); next <= tick; next = next()) {
                present = next;
                take(due);
            }
            present = Math.max(present, tick);
        } finally {
            lock.unlock();
        }
        return due;
    }

    private long next() {
        for (int level = 0; level < LEVELS; level++) {
            if (occupied[level] != 0) {
                long digit = Long.numberOfTrailingZeros(occupied[level]);
                int shift = level * DIGIT_BITS;
                return (((present >> shift) & -SLOTS) | digit) << shift;
            }
        }
        return NEVER;
    }

    /** Empties the slot that begins with the present tick. */
    private void take(List<Runnable> due) {
        int level = 0;
        while (occupied[level] == 0) {
            level++;
        }
        int slot = level * SLOTS + Long.numberOfTrailingZeros(occupied[level]);
        for (Entry entry = slots[slot]; entry != null; entry = slots[slot]) {
            remove(entry);
            Runnable task = entry.task;
            if (entry.dueTick > present) {
                place(entry);
            } else if (task != null) {
                entry.task = null;
                due.add(task);
            }
        }
    }

    private void place(Entry entry) {
        long tick = Math.max(entry.dueTick, present + 1);
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(tick ^ present)) / DIGIT_BITS;
        int digit = (int) (tick >> (level * DIGIT_BITS)) & (SLOTS - 1);
        int slot = level * SLOTS + digit;
        Entry first = slots[slot];
        entry.slot = slot;
        entry.behind = first;
        if (first != null) {
            first.ahead = entry;
        }
        slots[slot] = entry;
        occupied[level] |= 1L << digit;
    }

    private void remove(Entry entry) {
        Entry ahead = entry.ahead;
        Entry behind = entry.behind;
        if (behind != null) {
            behind.ahead = ahead;
        }
        if (ahead != null) {
            ahead.behind = behind;
        } else {
            slots[entry.slot] = behind;
            if (behind == null) {
                occupied[entry.slot / SLOTS] &= ~(1L << (entry.slot % SLOTS));
            }
        }
        entry.ahead = null;
        entry.behind = null;
        entry.slot = Entry.NOWHERE;
    }

    private void cancel(Entry entry) {
        lock.lock();
        try {
            if (entry.slot != Entry.NOWHERE) {
                remove(entry);
            }
            entry.task = null;
        } finally {
            lock.unlock();
        }
    }

    /** A task in its slot. What is mutable is guarded by the lock of the wheel. */
    static final class Entry implements Clock.ScheduledTask {

        private static final int NOWHERE = -1;

        private final TimerWheel wheel;
        private final long dueTick;
        /** Null once it is due or cancelled. */
        private @Nullable Runnable task;

        private @Nullable Entry ahead;
        private @Nullable Entry behind;
        private int slot = NOWHERE;

        private Entry(TimerWheel wheel, long dueTick, Runnable task) {
            this.wheel = wheel;
            this.dueTick = dueTick;
            this.task = task;
        }

        @Override
        public void cancel() {
            wheel.cancel(this);
        }
    }
}
