package dev.medley.servlet;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets so many inbound requests hold a thread at a time; the others queue, first come first served, in bounded number.
 *
 * <p>Thread-safe: one lock guards the count and the queue; what was queued runs under no lock.
 */
final class InboundGate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Executor pool;
    private final int most;
    private final int mostWaiting;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int inside;

    InboundGate(Executor pool, int most, int mostWaiting) {
        this.pool = pool;
        this.most = most;
        this.mostWaiting = mostWaiting;
    }

    /** Whether a request may go on at once. */
    enum Entry {
        ENTERED,
        MUST_WAIT
    }

    /** Enters if there is room; whoever entered must {@link #leave()}. */
    Entry enter() {
        lock.lock();
        try {
            if (hasRoom()) {
                inside++;
                return Entry.ENTERED;
            }
            return Entry.MUST_WAIT;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Has {@code task} run inside as soon as there is room, on a thread of the pool; it leaves by itself.
     *
     * @return false if too many wait already
     */
    boolean queue(Runnable task) {
        lock.lock();
        try {
            if (hasRoom()) {
                inside++;
            } else if (waiting.size() < mostWaiting) {
                waiting.addLast(task);
                return true;
            } else {
                return false;
            }
        } finally {
            lock.unlock();
        }
        runInside(task);
        return true;
    }

    /** Leaves, and lets the next one in. */
    void leave() {
        lock.lock();
        try {
            inside--;
        } finally {
            lock.unlock();
        }
        admit();
    }

    private void admit() {
        Runnable next;
        lock.lock();
        try {
            if (inside >= most) {
                return;
            }
            next = waiting.pollFirst();
            if (next == null) {
                return;
            }
            inside++;
        } finally {
            lock.unlock();
        }
        runInside(next);
    }

    private boolean hasRoom() {
        return inside < most && waiting.isEmpty();
    }

    private void runInside(Runnable task) {
        pool.execute(() -> {
            try {
                task.run();
            } finally {
                leave();
            }
        });
    }
}
