package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets time pass while a load goes on. */
final class Pass {

    private Pass() {}

    /**
     * Waits until {@code time} after {@code begin}, however much of it has passed already.
     *
     * @param begin by {@link System#nanoTime}
     * @throws IOException if the load has failed, or has ended before
     */
    static void until(long begin, Duration time, CompletableFuture<?> load) throws IOException, InterruptedException {
        try {
            load.get(begin + time.toNanos() - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException x) {
            // As it should be: the load goes on.
            return;
        } catch (ExecutionException x) {
            throw failed(x);
        }
        throw new IOException("the load ended before its time");
    }

    /** Waits until the load has begun, or has ended without; the failure of a load is thrown by {@link #end}. */
    static void begun(CompletableFuture<Boolean> begun, CompletableFuture<?> load)
            throws IOException, InterruptedException {
        end(begun.applyToEither(load.handle((result, failure) -> true), first -> first));
    }

    /** Waits for the end of the load. */
    static <T> T end(CompletableFuture<T> load) throws IOException, InterruptedException {
        try {
            return load.get();
        } catch (ExecutionException x) {
            throw failed(x);
        }
    }

    private static IOException failed(ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return new IOException("the load failed: " + cause.getMessage(), cause);
    }
}
