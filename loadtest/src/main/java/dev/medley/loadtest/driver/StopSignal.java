package dev.medley.loadtest.driver;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a piece of work in order when the process is stopped. */
final class StopSignal {

    private static final long PATIENCE_SECONDS = 10;

    private StopSignal() {}

    /**
     * Does {@code work}. When the process is stopped, the thread is interrupted, and the process goes on until the
     * work is finished, for up to 10 seconds.
     */
    static <T> T interrupting(Callable<T> work) throws Exception {
        Thread working = Thread.currentThread();
        CountDownLatch finished = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(working, finished), "load-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.call();
        } finally {
            finished.countDown();
            remove(hook);
        }
    }

    private static void stop(Thread working, CountDownLatch finished) {
        working.interrupt();
        try {
            if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("medley: the load did not stop cleanly");
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is at work, and the latch has just released it.
        }
    }
}
