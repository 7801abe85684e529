package dev.medley.thread.internal;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The threads that the code of one mashup runs on: {@code compose}, the events of its exchanges, and the stages that depend
 * on them. Inline, it runs where they come, which may be a loop. On the pool, or on virtual threads, it is moved away from
 * any thread that others wait for.
 *
 * <p>One mashup has one placement, which all of its requests share. It changes once at most, from inline to the pool.
 * Thread-safe.
 */
public final class ExecutionTarget {

    /** Of code that belongs to no mashup: it runs inline. */
    public static final ExecutionTarget NONE = new ExecutionTarget("no mashup", Where.INLINE, null, false);

    private final String mashup;
    private final @Nullable BoundedExecutor share;
    private final boolean movable;
    private final LongAdder stalls = new LongAdder();
    private volatile Where where;

    private ExecutionTarget(String mashup, Where where, @Nullable BoundedExecutor share, boolean movable) {
        this.mashup = mashup;
        this.where = where;
        this.share = share;
        this.movable = movable;
    }

    /** The kinds of threads. */
    public enum Where {
        /** The thread that the request or the response came on. */
        INLINE("inline"),
        /** A thread of the pool, of a {@linkplain BoundedExecutor share} of it. */
        POOL("pool"),
        /** A virtual thread. */
        VIRTUAL("virtual");

        private final String label;

        Where(String label) {
            this.label = label;
        }

        /** Returns the name for people. */
        public String label() {
            return label;
        }
    }

    /** Returns a placement of {@code mashup} that is inline, and stays so. */
    public static ExecutionTarget inline(String mashup) {
        return new ExecutionTarget(mashup, Where.INLINE, null, false);
    }

    /** Returns a placement that is inline until {@link #moveToPool()}, which moves it to {@code share}. */
    public static ExecutionTarget movable(String mashup, BoundedExecutor share) {
        return new ExecutionTarget(mashup, Where.INLINE, share, true);
    }

    /** Returns a placement on {@code share}. */
    public static ExecutionTarget onPool(String mashup, BoundedExecutor share) {
        return new ExecutionTarget(mashup, Where.POOL, share, false);
    }

    /** Returns a placement on virtual threads; for JVMs that have them. */
    public static ExecutionTarget onVirtualThreads(String mashup) {
        return new ExecutionTarget(mashup, Where.VIRTUAL, null, false);
    }

    /** Returns the name of the mashup, as in metrics. */
    public String mashup() {
        return mashup;
    }

    /** Returns the kind of threads at this moment. */
    public Where where() {
        return where;
    }

    /** Returns whether it may be moved, and has not been. */
    boolean isMovable() {
        return movable && where == Where.INLINE;
    }

    /** Moves it to the pool, for requests and events from now on. */
    void moveToPool() {
        where = Where.POOL;
    }

    /** Returns whether the mashup was moved to the pool after its stalls. */
    public boolean isMoved() {
        return movable && where == Where.POOL;
    }

    /** Returns how often the mashup has stalled a loop. */
    public long stalls() {
        return stalls.sum();
    }

    void stalled() {
        stalls.increment();
    }

    /** Notes on the calling thread whose code holds it from now on, for the watch of the loops; {@code holder} is null for nobody's. */
    public static void noteOnThread(@Nullable ExecutionTarget holder, long nanos) {
        if (Thread.currentThread() instanceof BrokerThread thread) {
            thread.heldBy(holder, nanos);
        }
    }

    /** Returns whether the mashup's code must not run on the calling thread. */
    public boolean mustLeaveThread() {
        return switch (where) {
            case INLINE -> false;
            case POOL -> Thread.currentThread() instanceof BrokerThread thread && !thread.isShared();
            case VIRTUAL -> !BrokerPool.onVirtualThread();
        };
    }

    /** Runs {@code task}, which belongs to a request that has begun, on a thread where the mashup's code may run. */
    public void execute(Runnable task) {
        BoundedExecutor mine = share;
        if (where == Where.VIRTUAL) {
            BrokerPool.startVirtualThread(task);
        } else if (where == Where.POOL && mine != null) {
            mine.execute(task);
        } else {
            task.run();
        }
    }

    /**
     * As {@link #execute}, for a new request, which waits until no task of one that has begun does.
     *
     * @param maxWaiting requests that may wait at a time
     * @return false if as many wait
     */
    public boolean admit(Runnable request, int maxWaiting) {
        BoundedExecutor mine = share;
        if (where == Where.POOL && mine != null) {
            return mine.admit(request, maxWaiting);
        }
        execute(request);
        return true;
    }

    @Override
    public String toString() {
        return mashup;
    }
}
