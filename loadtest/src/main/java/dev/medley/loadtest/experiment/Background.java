package dev.medley.loadtest.experiment;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A thread for what goes on beside the experiment's own. */
final class Background {

    private Background() {}

    static <T> CompletableFuture<T> start(Callable<T> job) {
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
        return result;
    }
}
