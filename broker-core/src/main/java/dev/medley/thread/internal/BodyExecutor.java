package dev.medley.thread.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Medley's own work that is in proportion to a large body, such as the check of a document, and
 * expressions of declared mashups that may take long, on as many threads of the pool as
 * there are processors: on a thread that selects, it would hold up all others that this serves. It is not for the code of mashups, which
 * may block. Thread-safe.
 */
public final class BodyExecutor implements Executor {

    /**
     * The bytes up to which work stays on a loop. The check of so many takes some 0.2 ms, a tenth of the time that a client's turn may
     * take, and ten times that of the hand-over to another thread.
     */
    public static final int LARGE = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(BodyExecutor.class);

    private final BrokerPool pool;
    private volatile int maxThreads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int threads;

    /** Creates an executor on {@code maxThreads} threads of {@code pool}; with 0, all work stays where it is. */
    BodyExecutor(BrokerPool pool, int maxThreads) {
        this.pool = pool;
        this.maxThreads = maxThreads;
    }

    /** All work stays where it is from now on; before the first. */
    public void keepInPlace() {
        maxThreads = 0;
    }

    /**
     * Returns whether work on {@code bytes} bytes has to leave the calling thread: one of the pool, which may select, unless it is for
     * such work, of the share for mashups, or an inbound request's own.
     */
    public boolean isFor(long bytes) {
        return bytes > LARGE
                && maxThreads > 0
                && pool.isRunning()
                && Thread.currentThread() instanceof BrokerThread thread
                && !thread.isForBodies()
                && !thread.isShared()
                && !thread.isHeld();
    }

    /** Runs {@code task}, which works on {@code bytes} bytes: now, unless that has to leave the calling thread. */
    public void run(long bytes, Runnable task) {
        if (isFor(bytes)) {
            execute(task);
        } else {
            task.run();
        }
    }

    /** Runs {@code task} on one of its threads, after those that wait; at once if the pool is closed. */
    @Override
    public void execute(Runnable task) {
        if (!pool.isRunning()) {
            task.run();
            return;
        }
        lock.lock();
        try {
            tasks.add(task);
            if (threads == maxThreads) {
                return;
            }
            threads++;
        } finally {
            lock.unlock();
        }
        pool.execute(this::runAll);
    }

    /** Returns the number of tasks that wait. */
    int queued() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    private void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                BrokerThread.forBodies(task);
            } catch (Throwable x) {
                // Must not propagate: the tasks behind have their turn.
                LOG.error("internal error in {}", task, x);
            }
        }
    }

    /** Returns the next task; without one, the thread leaves. */
    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable task = tasks.poll();
            if (task == null) {
                threads--;
            }
            return task;
        } finally {
            lock.unlock();
        }
    }
}
