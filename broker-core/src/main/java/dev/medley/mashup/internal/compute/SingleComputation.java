package dev.medley.mashup.internal.compute;

import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.compute.Computation;
import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.compute.ComputeOwner;
import dev.medley.thread.internal.compute.Drop;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One value that a mashup computes. Thread-safe. */
public final class SingleComputation<T> extends Computation {

    private final Computations computations;
    private final ExecutionTarget target;
    private final Callable<? extends T> callable;
    private final BrokerStage<T> result;
    /** For the thread that computes. */
    private @Nullable T value;

    private @Nullable Throwable failure;

    private SingleComputation(
            Computations computations, ComputeOwner owner, boolean interruptible, Callable<? extends T> callable) {
        super(computations, owner, interruptible);
        this.computations = computations;
        target = owner.executionTarget();
        this.callable = callable;
        result = new BrokerStage<>(computations.pool());
    }

    /** Creates a computation, which {@link #begin} starts. */
    public static <T> SingleComputation<T> of(
            Computations computations, ComputeOwner owner, boolean interruptible, Callable<? extends T> callable) {
        // Before there is one, which would have to end.
        Objects.requireNonNull(callable, "the computation is null");
        return new SingleComputation<>(computations, owner, interruptible, callable);
    }

    /** Queues it, and returns its result. */
    public CompletionStage<T> begin() {
        if (start()) {
            DroppedWith.branch(this);
            // A stage that is cancelled, or completed by a time-out, needs no value.
            result.onCompletion((done, failed) -> unneeded(Drop.CANCELLED));
        } else {
            computations.refused(target);
            result.completeExceptionally(Refusals.queueFull());
        }
        return result;
    }

    @Override
    protected boolean compute() {
        try {
            value = callable.call();
        } catch (Throwable x) {
            failure = x;
        }
        return false;
    }

    @Override
    protected void computed() {
        Throwable failed = failure;
        if (failed == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failed);
        }
    }

    @Override
    protected void dropped(Drop cause) {
        result.completeExceptionally(Refusals.of(cause));
    }
}
