package dev.medley.thread.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A share of the pool's threads for the mashups that are placed on it, which may hold a thread long. Their tasks never
 * occupy the other threads of the pool.
 *
 * <p>Tasks of requests that have begun precede new requests, because responses and connections wait for them. One thread, if
 * there are several, begins no request. Otherwise requests that block while they begin could hold all threads, and no
 * request could end before all had begun. Thread-safe.
 */
public final class BoundedExecutor implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedExecutor.class);

    private final BrokerPool pool;
    private final int maxThreads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Runnable> requests = new ArrayDeque<>();
    private int threads;
    /** Threads that begin a request. */
    private int beginning;

    /** Creates a share of {@code maxThreads} threads of {@code pool}. */
    BoundedExecutor(BrokerPool pool, int maxThreads) {
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
            boolean full = threads == maxThreads && requests.size() >= maxWaiting;
            if (full || beginning + requests.size() >= maxBeginning() + maxWaiting) {
                return false;
            }
            requests.add(request);
        } finally {
            lock.unlock();
        }
        startThread();
        return true;
    }

    /** Returns the number of tasks and requests that wait for a thread of the share. */
    int queued() {
        lock.lock();
        try {
            return tasks.size() + requests.size();
        } finally {
            lock.unlock();
        }
    }

    private int maxBeginning() {
        return Math.max(1, maxThreads - 1);
    }

    /** Returns the bound on threads. */
    public int maxThreads() {
        return maxThreads;
    }

    private void startThread() {
        lock.lock();
        try {
            boolean work = !tasks.isEmpty() || (!requests.isEmpty() && beginning < maxBeginning());
            if (!work || threads == maxThreads) {
                return;
            }
            threads++;
        } finally {
            lock.unlock();
        }
        pool.execute(this::runAll);
    }

    private void runAll() {
        while (runNextTask() || beginNextRequest()) {
            // The thread stays in the share while there is something to run.
        }
    }

    private boolean runNextTask() {
        Runnable task;
        lock.lock();
        try {
            task = tasks.poll();
        } finally {
            lock.unlock();
        }
        if (task != null) {
            run(task);
        }
        return task != null;
    }

    /** Begins the next request; without a task or a request to begin, the thread leaves the share. */
    private boolean beginNextRequest() {
        Runnable request;
        lock.lock();
        try {
            if (!tasks.isEmpty()) {
                return true;
            }
            request = beginning < maxBeginning() ? requests.poll() : null;
            if (request == null) {
                threads--;
                return false;
            }
            beginning++;
        } finally {
            lock.unlock();
        }
        run(request);
        lock.lock();
        try {
            beginning--;
        } finally {
            lock.unlock();
        }
        return true;
    }

    private static void run(Runnable task) {
        try {
            BrokerThread.share(task);
        } catch (RuntimeException | Error x) {
            // Must not propagate: the tasks behind have their turn.
            LOG.error("internal error in {}", task, x);
        }
    }
}
