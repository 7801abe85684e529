package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** A load on a thread of its own, and the times of it that the experiment waits for. */
public final class RunningLoad<T> {

    private final CompletableFuture<Long> begun = new CompletableFuture<>();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Thread thread;

    private RunningLoad(Function<Runnable, Callable<T>> load) {
        Callable<T> job = load.apply(() -> begun.complete(System.nanoTime()));
        thread = new Thread(
                () -> {
                    try {
                        result.complete(job.call());
                    } catch (Exception | Error x) {
                        result.completeExceptionally(x);
                    }
                },
                "load");
        thread.setDaemon(true);
    }

    /**
     * Starts a load.
     *
     * @param load given what it is to run when it begins, by any thread, once or more
     */
    public static <T> RunningLoad<T> start(Function<Runnable, Callable<T>> load) {
        RunningLoad<T> running = new RunningLoad<>(load);
        running.thread.start();
        return running;
    }

    /**
     * Waits until {@code time} after the load has begun, however much of it has passed already.
     *
     * @throws IOException if the load has failed, or has ended before
     */
    public void awaitTime(Duration time) throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(begun, result).get();
            long left = begun.getNow(System.nanoTime()) + time.toNanos() - System.nanoTime();
            result.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException x) {
            // As it should be: the load goes on.
            return;
        } catch (ExecutionException x) {
            throw failed(x);
        }
        throw new IOException("the load ended before its time");
    }

    /** Waits for the end of the load. */
    public T awaitEnd() throws IOException, InterruptedException {
        try {
            return result.get();
        } catch (ExecutionException x) {
            throw failed(x);
        }
    }

    /** Interrupts the thread, which ends a load. */
    public void interrupt() {
        thread.interrupt();
    }

    private static IOException failed(ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return new IOException("the load failed: " + cause.getMessage(), cause);
    }
}
