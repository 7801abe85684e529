package dev.medley.loadtest.experiment;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A job on a thread of its own, beside what the experiment does. */
final class Background<T> {

    private final CompletableFuture<T> result;
    private final Thread thread;

    private Background(CompletableFuture<T> result, Thread thread) {
        this.result = result;
        this.thread = thread;
    }

    static <T> Background<T> start(Callable<T> job) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(job.call());
                    } catch (Exception | Error x) {
                        result.completeExceptionally(x);
                    }
                },
                "load");
        thread.setDaemon(true);
        thread.start();
        return new Background<>(result, thread);
    }

    /** The result. */
    CompletableFuture<T> result() {
        return result;
    }

    /** Interrupts the thread, which ends a load. */
    void interrupt() {
        thread.interrupt();
    }
}
