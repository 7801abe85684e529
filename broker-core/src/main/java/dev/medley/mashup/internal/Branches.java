package dev.medley.mashup.internal;

import dev.medley.context.Context;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.dispatch.ExchangeGroup;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a mashup that are started by functions, side by side, for one result. Each has a group for its exchanges. One
 * compare-and-set decides the result: the last branch that it needs, the first failure and the end of the mashup race for
 * it. The branches that are in flight then are cancelled, before the result completes. Thread-safe.
 */
abstract class Branches<R> {

    private final DefaultMashup mashup;
    private final @Nullable ExchangeGroup outer = ExchangeGroup.current();
    private final Context context = Context.capture();
    private final BrokerStage<R> result;
    private final Set<ExchangeGroup> live = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean decided = new AtomicBoolean();

    Branches(DefaultMashup mashup) {
        this.mashup = mashup;
        result = new BrokerStage<>(mashup.broker().pool());
    }

    /** Starts the first branches. */
    final CompletionStage<R> start() {
        mashup.add(this);
        if (outer != null && !outer.add(this::cancel)) {
            cancel();
        }
        begin();
        return result;
    }

    /** Starts the first branches, by {@link #launch}. */
    abstract void begin();

    /** Returns whether the result is decided: no further branch must be started. */
    final boolean isDecided() {
        return decided.get();
    }

    /**
     * Starts a branch, unless the result is decided.
     *
     * @param branch what is started, for a message
     * @param ended called with the value or the failure of the branch, by the thread that completes it
     */
    final <T> void launch(
            String branch,
            Supplier<? extends @Nullable CompletionStage<T>> function,
            BiConsumer<@Nullable T, @Nullable Throwable> ended) {
        ExchangeGroup group = ExchangeGroup.create();
        live.add(group);
        if (decided.get()) {
            live.remove(group);
            return;
        }
        CompletionStage<T> stage;
        try {
            stage = within(group, function);
            if (stage == null) {
                throw new IllegalStateException("the function returned null for " + branch + ", expected a stage");
            }
        } catch (RuntimeException | Error x) {
            end(group, null, x, ended);
            return;
        }
        stage.whenComplete(
                (value, failure) -> end(group, value, failure == null ? null : BrokerStage.unwrapped(failure), ended));
    }

    /** In the context of the code that has begun this, also if the end of another branch starts it. */
    private <T> T within(ExchangeGroup group, Supplier<T> function) {
        Context.Scope scope = context.enter();
        try {
            return ExchangeGroup.within(group, function);
        } finally {
            scope.close();
        }
    }

    private <T> void end(
            ExchangeGroup group,
            @Nullable T value,
            @Nullable Throwable failure,
            BiConsumer<@Nullable T, @Nullable Throwable> ended) {
        live.remove(group);
        try {
            ended.accept(value, failure);
        } catch (RuntimeException | Error x) {
            // Swallowed by the stage, it would leave the result without end.
            fail(x);
        }
    }

    final void succeed(@Nullable R value) {
        if (decided.compareAndSet(false, true)) {
            finish(() -> result.complete(value));
        }
    }

    final void fail(Throwable failure) {
        if (decided.compareAndSet(false, true)) {
            finish(() -> result.completeExceptionally(failure));
        }
    }

    /** The result is not needed: the mashup is over, or the branch that these are part of is cancelled. */
    final void cancel() {
        fail(new CancellationException(
                "the result is not needed any more: its mashup is over, or another branch decided"));
    }

    /** Dependents of the result are no part of the branch that completes it. */
    private void finish(Runnable completion) {
        mashup.remove(this);
        try {
            live.forEach(ExchangeGroup::cancel);
        } finally {
            context.run(completion);
        }
    }
}
