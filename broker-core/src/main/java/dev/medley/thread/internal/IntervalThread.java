package dev.medley.thread.internal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that looks at the work of others, in intervals. Once an interval has passed in which there was none, it sleeps until
 * there is; so it does nothing in an idle server, and is woken at most once an interval.
 */
public final class IntervalThread implements Runnable {

    /** What a look returns when there was no work. */
    public static final long NO_WORK = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(IntervalThread.class);

    private final LongSupplier look;
    private final long intervalNanos;
    private final AtomicReference<State> state = new AtomicReference<>(State.WATCHING);
    private final Thread thread;
    private volatile boolean closed;

    private enum State {
        /** There is work. */
        WATCHING,
        /** There was none at the last look; work that begins is noted. */
        QUIET,
        /** There was none for an interval; work that begins wakes the thread. */
        ASLEEP
    }

    /**
     * Creates the thread.
     *
     * @param name of the thread
     * @param look looks, and returns the nanoseconds to the next look, or {@link #NO_WORK}; called by the thread
     * @param intervalNanos the time to the next look if there is no work
     */
    public IntervalThread(String name, LongSupplier look, long intervalNanos) {
        this.look = look;
        this.intervalNanos = intervalNanos;
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    /** Starts the thread; once. */
    public void start() {
        thread.start();
    }

    /** Ends the thread after the look that is under way. Does not wait for it. */
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** There is work. By any thread; cheap unless the thread sleeps. */
    public void onWork() {
        if (state.get() != State.WATCHING && state.getAndSet(State.WATCHING) == State.ASLEEP) {
            LockSupport.unpark(thread);
        }
    }

    /** Returns whether the thread sleeps until there is work. */
    boolean isAsleep() {
        return state.get() == State.ASLEEP;
    }

    @Override
    public void run() {
        while (!closed) {
            long wait = look();
            if (wait != NO_WORK) {
                state.set(State.WATCHING);
                LockSupport.parkNanos(this, wait);
            } else if (state.compareAndSet(State.QUIET, State.ASLEEP)) {
                awaitWork();
            } else {
                state.set(State.QUIET);
                LockSupport.parkNanos(this, intervalNanos);
            }
        }
    }

    private long look() {
        try {
            return look.getAsLong();
        } catch (RuntimeException | Error x) {
            LOG.error("internal error in the thread {}", thread.getName(), x);
            return intervalNanos;
        }
    }

    private void awaitWork() {
        while (!closed && isAsleep()) {
            LockSupport.park(this);
        }
    }
}
