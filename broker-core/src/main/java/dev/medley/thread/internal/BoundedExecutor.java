package dev.medley.thread.internal;

import dev.medley.thread.internal.BrokerThread.WorksFor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A share of the pool's threads: for the mashups that are placed on it, which may hold a thread long, or for work on large bodies. Its
 * tasks never occupy the other threads of the pool.
 *
 * <p>Tasks of requests that have begun precede new requests and computations, because responses and connections wait for them. One
 * thread, if there are several, begins no request and does not compute. Otherwise requests that block while they begin, or
 * computations, could hold all threads, and no request could end before all had begun. New requests and computations take turns.
 * Thread-safe.
 */
public final class BoundedExecutor implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(BoundedExecutor.class);

    private final BrokerPool pool;
    private final int maxThreads;
    private final WorksFor worksFor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Runnable> requests = new ArrayDeque<>();
    /** Each runs computations for a short time. */
    private final Queue<Runnable> computations = new ArrayDeque<>();

    private int threads;
    /** Threads that begin a request, or compute. */
    private int beginning;
    /** Whether the next request precedes the computations that wait. */
    private boolean requestNext;

    /** Creates a share of {@code maxThreads} threads of {@code pool} for {@code worksFor}. */
    BoundedExecutor(BrokerPool pool, int maxThreads, WorksFor worksFor) {
        this.pool = pool;
        this.maxThreads = maxThreads;
        this.worksFor = worksFor;
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

    /** Runs {@code computation} on a thread of the share; not at all if the pool is closed. */
    public void compute(Runnable computation) {
        lock.lock();
        try {
            computations.add(computation);
        } finally {
            lock.unlock();
        }
        startThread();
    }

    /** Returns the bound on threads that compute at a time. */
    public int maxComputing() {
        return maxThreads == 0 ? 0 : Math.max(1, maxBeginning() - 1);
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
            boolean more = !requests.isEmpty() || !computations.isEmpty();
            boolean work = !tasks.isEmpty() || (more && beginning < maxBeginning());
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
        while (runNextTask() || beginNext()) {
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

    /** Begins the next request or computation; without anything to run, the thread leaves the share. */
    private boolean beginNext() {
        Runnable next;
        lock.lock();
        try {
            if (!tasks.isEmpty()) {
                return true;
            }
            next = beginning < maxBeginning() ? pollNext() : null;
            if (next == null) {
                threads--;
                return false;
            }
            beginning++;
        } finally {
            lock.unlock();
        }
        run(next);
        lock.lock();
        try {
            beginning--;
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** Under the lock. */
    private @Nullable Runnable pollNext() {
        boolean request = computations.isEmpty() || (requestNext && !requests.isEmpty());
        requestNext = !request;
        return request ? requests.poll() : computations.poll();
    }

    private void run(Runnable task) {
        try {
            BrokerThread.run(worksFor, task);
        } catch (Throwable x) {
            // Must not propagate: the tasks behind have their turn.
            LOG.error("internal error in {}", task, x);
        } finally {
            // An interruption that code has left on the thread does not concern the next task.
            Thread.interrupted();
        }
    }
}
