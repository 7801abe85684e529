package dev.medley.server.internal.admin.metrics;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/** Tasks that keep threads of a pool utilized until they are closed. */
final class BusyThreads implements AutoCloseable {

    private final int count;
    private final CountDownLatch begun;
    private final CountDownLatch end = new CountDownLatch(1);

    private BusyThreads(int count) {
        this.count = count;
        begun = new CountDownLatch(count);
    }

    static BusyThreads on(Executor pool, int count) throws InterruptedException {
        BusyThreads threads = new BusyThreads(count);
        for (int i = 0; i < count; i++) {
            pool.execute(threads::work);
        }
        threads.begun.await();
        return threads;
    }

    int count() {
        return count;
    }

    @Override
    public void close() {
        end.countDown();
    }

    private void work() {
        begun.countDown();
        try {
            end.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
