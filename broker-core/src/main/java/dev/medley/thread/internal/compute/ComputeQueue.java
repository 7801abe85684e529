package dev.medley.thread.internal.compute;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The computations that wait for a thread, those of one kind of threads: bounded, in the order of their priorities, and within one
 * first come, first served. To add and to remove one takes the same time however many wait.
 *
 * <p>At most {@link #maxRunning()} run at a time. A thread that has run computations for {@link #SLICE} goes to the end of the line
 * of its executor, so that other work of that has its turn. Thread-safe.
 */
public final class ComputeQueue {

    /** The number of priorities. */
    public static final int RANKS = 3;

    /** The time for which a thread computes before other work has its turn, if what it computes is in small units. */
    public static final Duration SLICE = Duration.ofMillis(5);

    private static final Logger LOG = LoggerFactory.getLogger(ComputeQueue.class);

    private final Executor threads;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    /** By rank. */
    private final QueuePlace[] lines = new QueuePlace[RANKS];

    private volatile int maxRunning;
    private volatile int maxQueued;
    private volatile boolean closed;
    private int waiting;
    private int running;
    /** Threads that run computations, or are about to. */
    private int workers;

    /** Creates a queue whose computations run on {@code threads}, {@code maxRunning} at a time. */
    ComputeQueue(Executor threads, Clock clock, int maxRunning, int maxQueued) {
        this.threads = threads;
        this.clock = clock;
        this.maxRunning = maxRunning;
        this.maxQueued = maxQueued;
        for (int i = 0; i < RANKS; i++) {
            lines[i] = new QueuePlace();
        }
    }

    /**
     * Adds {@code computation}. If as many wait as may, the last one of the lowest priority is dropped for it.
     *
     * @return false if none of a lower priority waits, or it is closed
     */
    boolean add(Computation computation) {
        Computation displaced = null;
        boolean starts = false;
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (waiting + running >= maxRunning + maxQueued) {
                displaced = takeLastBelow(computation.rank());
                if (displaced == null) {
                    return false;
                }
            }
            link(computation);
            starts = workers < maxRunning;
            workers += starts ? 1 : 0;
        } finally {
            lock.unlock();
        }
        if (displaced != null) {
            displaced.unneeded(Drop.QUEUE_FULL);
        }
        if (starts) {
            threads.execute(this::work);
        }
        return true;
    }

    /** Takes the last one of the lowest priority, if that is lower than {@code rank}; else returns null. */
    private @Nullable Computation takeLastBelow(int rank) {
        for (int i = RANKS - 1; i > rank; i--) {
            if (lines[i].isLinked()) {
                waiting--;
                return lines[i].last().leave();
            }
        }
        return null;
    }

    /** Removes {@code computation}, if it is in the queue. */
    void remove(Computation computation) {
        lock.lock();
        try {
            if (computation.place.isLinked()) {
                computation.place.leave();
                waiting--;
            }
        } finally {
            lock.unlock();
        }
    }

    /** One that has been removed before it has a place in the queue gets none. */
    private void link(Computation computation) {
        if (computation.isWaiting()) {
            computation.place.enter(lines[computation.rank()], computation);
            waiting++;
        }
    }

    private void work() {
        long began = clock.nanoTime();
        do {
            Computation next = take();
            if (next == null) {
                return;
            }
            try {
                run(next);
                // Its place is free: what depends on it may compute, too, or wait.
                next.deliverComputed();
            } catch (Throwable x) {
                // Must not propagate: the computations behind have their turn, and this thread is one of few.
                LOG.error("internal error in a computation of {}", next.mashup(), x);
            }
        } while (clock.nanoTime() - began < SLICE.toNanos());
        threads.execute(this::work);
    }

    private void run(Computation next) {
        boolean more = false;
        try {
            more = next.run();
        } finally {
            ran(next, more);
        }
    }

    /** Takes the next computation; null if there is none, and then the thread leaves. */
    private @Nullable Computation take() {
        lock.lock();
        try {
            for (QueuePlace line : lines) {
                if (line.isLinked()) {
                    waiting--;
                    running++;
                    return line.first().leave();
                }
            }
            workers--;
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void ran(Computation computation, boolean more) {
        lock.lock();
        try {
            running--;
            if (more) {
                link(computation);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more, and drops those that wait. */
    void close() {
        closed = true;
        for (Computation next = poll(); next != null; next = poll()) {
            next.unneeded(Drop.OVER);
        }
    }

    private @Nullable Computation poll() {
        lock.lock();
        try {
            for (QueuePlace line : lines) {
                if (line.isLinked()) {
                    waiting--;
                    return line.first().leave();
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether it takes no more. */
    boolean isClosed() {
        return closed;
    }

    /** Returns the bound on computations that wait. */
    int maxQueued() {
        return maxQueued;
    }

    /** Bounds the computations that run at a time; before the first one. */
    void limitRunning(int max) {
        maxRunning = Math.min(maxRunning, max);
    }

    /** Bounds the computations that wait. */
    void limitQueued(int max) {
        maxQueued = max;
    }

    /** Returns the bound on computations that run at a time. */
    public int maxRunning() {
        return maxRunning;
    }

    /** Returns the number of computations that wait. */
    public int queued() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of computations that run. */
    public int running() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }
}
