package dev.medley.thread.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when the code of mashups is at rest, for a replay, which lets nothing happen before all that the last event has caused is
 * done: no thread is in it, but where it waits for a stage, and nothing that it left to the pool is to be run. What counts
 * is {@code compose}, and what goes on once the body of a request has been read; who watches counts the ends of exchanges.
 *
 * <p>While somebody watches, a thread that counts carries no exchange out: it would meet the end of one that it has just
 * started, in the midst of the mashup's code. Nor does a loop: it cannot wait until the end of an exchange is in turn, as others
 * need it. The pool does.
 *
 * <p>While nobody watches it counts nothing, and costs the read of a field. Thread-safe.
 */
public final class QuiescenceTracker {

    /** A stretch of nothing that counts. */
    public static final Stretch NONE = () -> {};

    private static final QuiescenceTracker UNWATCHED = new QuiescenceTracker();

    /** Whether the calling thread counts. */
    private final ThreadLocal<@Nullable Boolean> counted = new ThreadLocal<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rest = lock.newCondition();
    /** Guarded by the lock. */
    private int active;
    /** Of the threads that wait, whether what each waits for has come. Guarded by the lock. */
    private final List<BooleanSupplier> pauses = new ArrayList<>();

    private volatile boolean watched;

    /** Creates an activity that nobody watches yet. */
    QuiescenceTracker() {}

    /** A stretch of time, between its creation and its end. */
    public interface Stretch {

        /** Ends it; again is without effect. */
        void end();
    }

    /** Returns the activity of the pool that {@code executor} is; one that nobody watches if it is none. */
    public static QuiescenceTracker of(Executor executor) {
        return executor instanceof BrokerPool pool ? pool.quiescence() : UNWATCHED;
    }

    /** Counts from now on what begins, or nothing. */
    public void watch(boolean on) {
        watched = on;
    }

    /** The calling thread begins to run code of a mashup, until it ends the stretch. */
    public Stretch begin() {
        if (!watched || counted.get() != null) {
            return NONE;
        }
        add(1);
        return counting();
    }

    /** The calling thread counts until it ends the stretch. */
    private Stretch counting() {
        counted.set(true);
        return once(() -> {
            counted.remove();
            add(-1);
        });
    }

    /** Returns whether the calling thread counts. */
    public boolean isCounted() {
        return watched && counted.get() != null;
    }

    /** Returns whether the calling thread is to leave exchanges to the pool. */
    public boolean keepsFromExchanges() {
        return watched && (counted.get() != null || Loop.current() != null);
    }

    /**
     * The calling thread, which counts, begins to wait, and does not count until it ends the stretch.
     *
     * @param over returns whether what it waits for has come: then it counts again, although it does not run yet
     */
    public Stretch pause(BooleanSupplier over) {
        change(-1, () -> pauses.add(over));
        return once(() -> change(1, () -> pauses.remove(over)));
    }

    /** Something waits to be done, which counts until the stretch is ended, by whatever thread. */
    public Stretch pending() {
        if (!watched) {
            return NONE;
        }
        add(1);
        return once(() -> add(-1));
    }

    /** Returns {@code executor} in a form in which tasks count from when they are given to it until they have run. */
    public Executor counting(Executor executor) {
        if (!watched) {
            return executor;
        }
        return task -> {
            add(1);
            executor.execute(() -> {
                boolean inner = counted.get() != null;
                Stretch stretch = inner ? once(() -> add(-1)) : counting();
                try {
                    task.run();
                } finally {
                    stretch.end();
                }
            });
        };
    }

    /**
     * The calling thread, which does not count, waits until nothing does, and then begins to run code of a mashup: so that no
     * other does.
     *
     * @return the stretch; null if something counted all the time
     */
    public @Nullable Stretch beginAtRest(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (!isAtRest()) {
                if (left <= 0) {
                    return null;
                }
                left = rest.awaitNanos(left);
            }
            add(1);
            return counting();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether nothing counts. */
    public boolean isAtRest() {
        lock.lock();
        try {
            return active == 0 && pauses.stream().noneMatch(BooleanSupplier::getAsBoolean);
        } finally {
            lock.unlock();
        }
    }

    private void add(int change) {
        change(change, () -> {});
    }

    private void change(int change, Runnable further) {
        lock.lock();
        try {
            active += change;
            further.run();
            if (active == 0) {
                rest.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private static Stretch once(Runnable end) {
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if (ended.compareAndSet(false, true)) {
                end.run();
            }
        };
    }
}
