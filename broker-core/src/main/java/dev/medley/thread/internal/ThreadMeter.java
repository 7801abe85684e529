package dev.medley.thread.internal;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that one thread has been utilized, including the stretch that it is in.
 *
 * <p>Changed by that thread only, at the cost of one plain store; any thread may read it. One number holds both the sum and
 * the state, so that no reader sees one without the other: while the thread is utilized, the sum is less by the time at which
 * that began.
 */
final class ThreadMeter {

    private static final int UTILIZED = 1;

    private final Clock clock;
    /** Half the range of a number is enough for the time since the thread was created, not for any time. */
    private final long createdNanos;
    /** Twice the nanoseconds, plus {@link #UTILIZED}. */
    private final AtomicLong state = new AtomicLong();

    ThreadMeter(Clock clock) {
        this.clock = clock;
        createdNanos = clock.nanoTime();
    }

    /** The thread is utilized from now on. Returns false, without effect, if it is already. */
    boolean begin() {
        long before = state.getPlain();
        if (isUtilized(before)) {
            return false;
        }
        state.setRelease(before - 2 * sinceCreated(clock.nanoTime()) + UTILIZED);
        return true;
    }

    /** The thread is idle from now on. Returns false, without effect, if it is already. */
    boolean end() {
        long before = state.getPlain();
        if (!isUtilized(before)) {
            return false;
        }
        state.setRelease(before + 2 * sinceCreated(clock.nanoTime()) - UTILIZED);
        return true;
    }

    /** Returns the sum up to the time {@code nanos}. */
    long utilizedNanos(long nanos) {
        long read = state.getAcquire();
        return isUtilized(read) ? (read >> 1) + sinceCreated(nanos) : read >> 1;
    }

    private long sinceCreated(long nanos) {
        return nanos - createdNanos;
    }

    private static boolean isUtilized(long state) {
        return (state & UTILIZED) != 0;
    }
}
