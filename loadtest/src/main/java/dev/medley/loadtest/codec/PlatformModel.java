package dev.medley.loadtest.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Each unit has a thread of the operating system, whose scheduler decides about slices. All are started before the first begins its
 * work.
 */
final class PlatformModel implements UnitModel {

    /** A thread could not be started. */
    static final class NoThreadException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int started;

        NoThreadException(int started, OutOfMemoryError cause) {
            super(cause.getMessage(), cause);
            this.started = started;
        }

        /** Returns the number of threads that had been started. */
        int started() {
            return started;
        }
    }

    /** @throws NoThreadException if a thread cannot be started; those that were have ended by then */
    @Override
    public void run(Units units, int threads) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        List<Thread> started = new ArrayList<>(units.count());
        try {
            for (int i = 0; i < units.count(); i++) {
                int unit = i;
                started.add(start(() -> runBehind(open, units, unit)));
            }
        } catch (OutOfMemoryError x) {
            started.forEach(Thread::interrupt);
            join(started);
            throw new NoThreadException(started.size(), x);
        }
        units.start();
        open.countDown();
        join(started);
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void runBehind(CountDownLatch open, Units units, int unit) {
        try {
            open.await();
            units.runWhole(unit);
        } catch (InterruptedException x) {
            // There are not as many threads as units: none is to work.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Held hold(Units units) throws InterruptedException {
        return Gate.hold(units, PlatformModel::start);
    }
}
