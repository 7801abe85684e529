package dev.medley.exchange.internal.dispatch;

import dev.medley.context.Context;
import dev.medley.context.MedleyThread;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stage whose dependents do not pile up on a stack. A dependent of a stage that is complete runs at once, within the code
 * that adds it; where that starts the next exchange, which fails at once, too, and so on, each goes deeper than the one
 * before. Beyond a small depth the dependent runs on the pool.
 *
 * <p>A thread of the pool must not wait for it: the responses that would complete it are read by the same threads. So
 * {@code join()} and {@code get()} refuse that, here and on all stages that are derived from one, unless it is complete.
 */
public class BrokerStage<T> extends CompletableFuture<T> {

    private static final int MAX_DEPTH = 16;
    private static final ThreadLocal<@Nullable Depth> DEPTH = new ThreadLocal<>();

    private final Executor pool;

    /** Creates a stage, not complete, whose dependents run on {@code pool} beyond a small depth. */
    public BrokerStage(Executor pool) {
        this.pool = pool;
    }

    /** Returns the failure that stages have wrapped into {@code failure}, or {@code failure} itself. */
    public static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException || cause instanceof ExecutionException) {
            Throwable inner = cause.getCause();
            if (inner == null) {
                break;
            }
            cause = inner;
        }
        return cause;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new BrokerStage<>(pool);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if it is not complete and the calling thread must not wait
     */
    @Override
    public T join() {
        refuseToBlock("join()");
        QuiescenceTracker.Stretch pause = pause();
        ThreadLedger.Work paused = pausedWork();
        try {
            return super.join();
        } finally {
            goOn(pause, paused);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if it is not complete and the calling thread must not wait
     */
    @Override
    public T get() throws InterruptedException, ExecutionException {
        refuseToBlock("get()");
        QuiescenceTracker.Stretch pause = pause();
        ThreadLedger.Work paused = pausedWork();
        try {
            return super.get();
        } finally {
            goOn(pause, paused);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if it is not complete and the calling thread must not wait
     */
    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        refuseToBlock("get(timeout)");
        QuiescenceTracker.Stretch pause = pause();
        ThreadLedger.Work paused = pausedWork();
        try {
            return super.get(timeout, unit);
        } finally {
            goOn(pause, paused);
        }
    }

    private void refuseToBlock(String call) {
        if (!isDone() && !BrokerPool.mayWait()) {
            String blocked = BrokerPool.isComputing()
                    ? "one of the few threads that compute: compose stages by thenCompose around compute"
                    : "the thread " + Thread.currentThread().getName()
                            + " of the pool, which reads the partners' responses: compose stages"
                            + " by thenApply, thenCompose or mashup.merge(), or set server.execution to virtual or"
                            + " blocking";
            throw new IllegalStateException(call + " of a stage that is not complete would block " + blocked);
        }
    }

    /** The calling thread begins to wait, until it ends the stretch. */
    private QuiescenceTracker.Stretch pause() {
        QuiescenceTracker quiescence = QuiescenceTracker.of(pool);
        return quiescence.isCounted() && !isDone() ? quiescence.pause(this::isDone) : QuiescenceTracker.NONE;
    }

    /** Returns the work that the calling thread interrupts to wait for this; null if it does not. */
    private ThreadLedger.@Nullable Work pausedWork() {
        return isDone() ? null : ThreadLedger.pause();
    }

    private static void goOn(QuiescenceTracker.Stretch pause, ThreadLedger.@Nullable Work paused) {
        pause.end();
        if (paused != null) {
            paused.resume();
        }
    }

    /** As for any {@code CompletableFuture}, with the context of the thread that submits the dependent. */
    @Override
    public Executor defaultExecutor() {
        return Context.carriedTo(super.defaultExecutor());
    }

    @Override
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> fn) {
        return isDone()
                ? bounded(() -> super.thenApply(fn), () -> thenApplyAsync(fn, carrying()))
                : super.thenApply(fn);
    }

    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return isDone()
                ? bounded(() -> super.thenAccept(action), () -> thenAcceptAsync(action, carrying()))
                : super.thenAccept(action);
    }

    @Override
    public CompletableFuture<Void> thenRun(Runnable action) {
        return isDone()
                ? bounded(() -> super.thenRun(action), () -> thenRunAsync(action, carrying()))
                : super.thenRun(action);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        return isDone()
                ? bounded(() -> super.thenCombine(other, fn), () -> thenCombineAsync(other, fn, carrying()))
                : super.thenCombine(other, fn);
    }

    @Override
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> fn) {
        return isDone()
                ? bounded(() -> super.thenCompose(fn), () -> thenComposeAsync(fn, carrying()))
                : super.thenCompose(fn);
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return isDone()
                ? bounded(() -> super.whenComplete(action), () -> whenCompleteAsync(action, carrying()))
                : super.whenComplete(action);
    }

    /**
     * As {@link #whenComplete}, for a callback that does not throw and that nothing depends on: a stage that thousands of
     * mashups wait for can do without a stage of its result.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    public void onCompletion(BiConsumer<? super T, ? super Throwable> callback) {
        whenComplete(callback);
    }

    @Override
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> fn) {
        return isDone() ? bounded(() -> super.handle(fn), () -> handleAsync(fn, carrying())) : super.handle(fn);
    }

    @Override
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> fn) {
        return isDone()
                ? bounded(() -> super.exceptionally(fn), () -> exceptionallyAsync(fn, carrying()))
                : super.exceptionally(fn);
    }

    @Override
    public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> fn) {
        return isDone()
                ? bounded(() -> super.exceptionallyCompose(fn), () -> exceptionallyComposeAsync(fn, carrying()))
                : super.exceptionallyCompose(fn);
    }

    /** As for any {@code CompletableFuture}, but its dependents run on the pool, in the context of the calling thread. */
    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        return after(timeout, unit, () -> completeExceptionally(new TimeoutException()));
    }

    /** As for any {@code CompletableFuture}, but its dependents run on the pool, in the context of the calling thread. */
    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        return after(timeout, unit, () -> complete(value));
    }

    /** The JDK's timer completes a future of its own: its one thread must run no dependent of a mashup. */
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on the timer completes this.
    private CompletableFuture<T> after(long timeout, TimeUnit unit, Runnable completion) {
        if (!isDone()) {
            Context context = Context.capture();
            CompletableFuture<Void> timer = new CompletableFuture<>();
            timer.exceptionallyAsync(
                    passed -> {
                        context.run(completion);
                        return null;
                    },
                    pool);
            timer.orTimeout(timeout, unit);
            super.whenComplete((value, failure) -> timer.complete(null));
        }
        return this;
    }

    private Executor carrying() {
        return Context.carriedTo(
                pool instanceof BrokerPool shared ? shared.quiescence().counting(pool) : pool);
    }

    private static <R> R bounded(Supplier<R> now, Supplier<R> later) {
        Depth depth = DEPTH.get();
        if (depth == null) {
            depth = new Depth();
            DEPTH.set(depth);
        }
        if (depth.current >= MAX_DEPTH) {
            return later.get();
        }
        depth.current++;
        try {
            return now.get();
        } finally {
            depth.current--;
            if (depth.current == 0 && !MedleyThread.isCurrent()) {
                DEPTH.remove();
            }
        }
    }

    private static final class Depth {

        private int current;
    }
}
