package dev.medley.mashup.internal.compute;

import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.compute.Computation;
import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.compute.ComputeOwner;
import dev.medley.thread.internal.compute.ComputeQueue;
import dev.medley.thread.internal.compute.Drop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function of each of some items, which a mashup computes. As many computations as may run at a time take the next item each, until
 * none is left; so small items cost no queue. Between two items one goes behind the others that wait, once it has had its thread for
 * {@link ComputeQueue#SLICE}. Thread-safe.
 */
public final class ComputedItems<I, T> {

    private final Computations computations;
    private final ComputeOwner owner;
    private final Clock clock;
    private final List<I> items;
    private final int concurrency;
    private final Function<? super I, ? extends T> function;
    private final BrokerStage<List<T>> result;
    /** The value of each item. An element is written before its item is counted, and read once all are. */
    private final @Nullable Object[] values;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * Creates the computations, which {@link #begin} starts.
     *
     * @throws IllegalArgumentException if {@code concurrency} is less than 1
     */
    public ComputedItems(
            Computations computations,
            ComputeOwner owner,
            Collection<? extends I> items,
            int concurrency,
            Function<? super I, ? extends T> function) {
        if (concurrency < 1) {
            throw new IllegalArgumentException(
                    "the concurrency of computations is " + concurrency + ", expected at least 1");
        }
        this.computations = computations;
        this.owner = owner;
        this.items = new ArrayList<>(Objects.requireNonNull(items, "the collection of items is null"));
        this.concurrency = concurrency;
        this.function = Objects.requireNonNull(function, "the function of the items is null");
        clock = computations.clock();
        result = new BrokerStage<>(computations.pool());
        values = new Object[this.items.size()];
        left = new AtomicInteger(this.items.size());
    }

    /** Queues the computations, and returns the values. */
    public CompletionStage<List<T>> begin() {
        if (items.isEmpty()) {
            result.complete(List.of());
            return result;
        }
        int atOnce = Math.min(Math.min(concurrency, items.size()), computations.maxRunning(owner.executionTarget()));
        List<Share> shares = new ArrayList<>(atOnce);
        for (int i = 0; i < atOnce; i++) {
            Share share = new Share();
            if (!share.begin()) {
                break;
            }
            shares.add(share);
        }
        if (shares.isEmpty()) {
            computations.refused(owner.executionTarget());
            result.completeExceptionally(Refusals.queueFull());
        }
        result.onCompletion(
                (done, failed) -> shares.forEach(each -> each.unneeded(failed == null ? null : Drop.CANCELLED)));
        return result;
    }

    @SuppressWarnings("unchecked") // Values of the function.
    private void succeed() {
        result.complete(Collections.unmodifiableList((List<T>) Arrays.asList(values)));
    }

    /** One of the computations that share the items. */
    private final class Share extends Computation {

        /** Whether it has computed the last item; for the thread that computes. */
        private boolean completes;

        Share() {
            super(computations, owner, false);
        }

        /** Returns false if as many wait as may. */
        boolean begin() {
            boolean started = start();
            if (started) {
                DroppedWith.branch(this);
            }
            return started;
        }

        @Override
        protected boolean compute() {
            long began = clock.nanoTime();
            while (failure.get() == null && !result.isDone()) {
                int index = next.getAndIncrement();
                if (index >= values.length) {
                    return false;
                }
                try {
                    values[index] = function.apply(items.get(index));
                } catch (Throwable x) {
                    failure.compareAndSet(null, x);
                    return false;
                } finally {
                    // Nobody else interrupts it: what the function has left does not concern the next item.
                    Thread.interrupted();
                }
                if (left.decrementAndGet() == 0) {
                    completes = true;
                    return false;
                }
                if (clock.nanoTime() - began >= ComputeQueue.SLICE.toNanos()) {
                    return true;
                }
            }
            return false;
        }

        @Override
        protected void computed() {
            Throwable failed = failure.get();
            if (failed != null) {
                result.completeExceptionally(failed);
            } else if (completes) {
                succeed();
            }
        }

        @Override
        protected void dropped(Drop cause) {
            result.completeExceptionally(Refusals.of(cause));
        }
    }
}
