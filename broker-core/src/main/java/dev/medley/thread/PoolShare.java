package dev.medley.thread;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A share of the pool's threads for the mashups that are placed on it, which may hold a thread long. However many of their
 * tasks there are, the other threads of the pool are left to everything else.
 *
 * <p>Tasks of requests that have begun go before requests that have not, as responses and connections wait for them.
 * Thread-safe.
 */
public final class PoolShare implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(PoolShare.class);

    private final BrokerPool pool;
    private final int maxThreads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Runnable> requests = new ArrayDeque<>();
    private int threads;

    /** Creates a share of {@code maxThreads} threads of {@code pool}. */
    PoolShare(BrokerPool pool, int maxThreads) {
        this.pool = pool;
        this.maxThreads = maxThreads;
    }

    /** Runs {@code task}, of a request that has begun, on a thread of the share; at once if the pool is closed. */
    @Override
    public void execute(Runnable task) {
        if (!pool.isRunning()) {
            task.run();
            return;
        }
        lock.lock();
        try {
            tasks.add(task);
        } finally {
            lock.unlock();
        }
        startThread();
    }

    /**
     * Runs {@code request}, which has not begun, on a thread of the share, unless {@code maxWaiting} others wait for one.
     *
     * @return whether it runs
     */
    boolean admit(Runnable request, int maxWaiting) {
        lock.lock();
        try {
            if (threads == maxThreads && requests.size() >= maxWaiting) {
                return false;
            }
            requests.add(request);
        } finally {
            lock.unlock();
        }
        startThread();
        return true;
    }

    /** Returns the bound on threads. */
    public int maxThreads() {
        return maxThreads;
    }

    private void startThread() {
        lock.lock();
        try {
            if (threads == maxThreads) {
                return;
            }
            threads++;
        } finally {
            lock.unlock();
        }
        pool.execute(this::runAll);
    }

    private void runAll() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                BrokerThread.share(next);
            } catch (RuntimeException | Error x) {
                // Must not propagate: the tasks behind have their turn.
                LOG.error("a defect of Medley: {} failed", next, x);
            }
        }
    }

    /** Takes the next task; without one, the thread leaves the share. */
    private @Nullable Runnable next() {
        lock.lock();
        try {
            Runnable task = tasks.poll();
            Runnable next = task == null ? requests.poll() : task;
            if (next == null) {
                threads--;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }
}
