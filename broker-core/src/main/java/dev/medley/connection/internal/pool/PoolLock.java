package dev.medley.connection.internal.pool;

import dev.medley.thread.internal.BrokerPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one pool. What is done under it adds the calls to be made to a list; they are made on a broker thread once the
 * lock has been released.
 */
final class PoolLock {

    private final ReentrantLock lock = new ReentrantLock();
    private final Executor executor;

    PoolLock(Executor executor) {
        this.executor = executor;
    }

    /** Returns whether the calling thread holds it; for tests. */
    boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }

    /** Returns the result of {@code work}, which causes no calls. */
    <T> T read(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Does {@code work}, and then makes the calls that it has added. */
    void update(Consumer<List<Runnable>> work) {
        decide(calls -> {
            work.accept(calls);
            return true;
        });
    }

    /** As {@link #update}, and returns what {@code work} has decided. */
    <T extends @Nullable Object> T decide(Function<List<Runnable>, T> work) {
        List<Runnable> calls = new ArrayList<>(0);
        T decided;
        lock.lock();
        try {
            decided = work.apply(calls);
        } finally {
            lock.unlock();
        }
        // Mostly there is none, and an iterator would be one more object for each lease.
        if (!calls.isEmpty()) {
            calls.forEach(this::onBrokerThread);
        }
        return decided;
    }

    /** Makes a call by a thread that is on its way up from no other call. */
    void later(Runnable call) {
        executor.execute(call);
    }

    private void onBrokerThread(Runnable call) {
        if (BrokerPool.onBrokerThread()) {
            call.run();
        } else {
            executor.execute(call);
        }
    }
}
