package dev.medley.server;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Tasks on a thread each. The common pool has one thread on a machine of two processors, which the JDK's HTTP client needs from
 * Java 25 on: a task that waits for a response there would wait for ever.
 */
final class OwnThread {

    private OwnThread() {}

    /** Runs {@code task}. */
    static CompletableFuture<Void> run(Runnable task) {
        return call(() -> {
            task.run();
            return null;
        });
    }

    /** Calls {@code task}. */
    static <T extends @Nullable Object> CompletableFuture<T> call(Callable<T> task) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return task.call();
                    } catch (Exception x) {
                        throw new CompletionException(x);
                    }
                },
                started -> new Thread(started, "test-task").start());
    }
}
