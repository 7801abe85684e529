package dev.medley.loadtest.codec;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Each unit is a task of a pool of threads with one queue, which runs its slices in one go. */
final class OperationModel implements UnitModel {

    @Override
    public void run(Units units, int threads) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, queue(units));
        units.start();
        pool.prestartAllCoreThreads();
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public Held hold(Units units) {
        return new HeldQueue(queue(units));
    }

    private static BlockingQueue<Runnable> queue(Units units) {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        for (int i = 0; i < units.count(); i++) {
            int unit = i;
            queue.add(() -> units.runWhole(unit));
        }
        return queue;
    }
}
