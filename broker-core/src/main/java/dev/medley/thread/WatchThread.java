package dev.medley.thread;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that looks at the loops. Once an interval has passed in which no thread of the pool began work for a mashup, it
 * sleeps until one does; so an idle server is not looked at, and a thread wakes the watch at most once an interval.
 */
final class WatchThread implements Runnable {

    /** What a look returns when no loop was busy. */
    static final long NO_WORK = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(WatchThread.class);

    private final LongSupplier look;
    private final long intervalNanos;
    private final AtomicReference<State> state = new AtomicReference<>(State.WATCHING);
    private final Thread thread = new Thread(this, "medley-watch");
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
     * @param look looks, and returns the nanoseconds to the next look, or {@link #NO_WORK}
     * @param intervalNanos the time to the next look if there is no work
     */
    WatchThread(LongSupplier look, long intervalNanos) {
        this.look = look;
        this.intervalNanos = intervalNanos;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** Work begins. Cheap unless the thread sleeps. */
    void onWork() {
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
            LOG.error("a defect of Medley in the watch of the loops", x);
            return intervalNanos;
        }
    }

    private void awaitWork() {
        while (!closed && isAsleep()) {
            LockSupport.park(this);
        }
    }
}
