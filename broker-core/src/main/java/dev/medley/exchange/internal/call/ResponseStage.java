package dev.medley.exchange.internal.call;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response of an exchange. Any code may add dependents; only the exchange completes it.
 *
 * <p>A {@code minimalCompletionStage()} would do the same, for two more objects an exchange, and would wrap the cause of a
 * failure.
 */
public class ResponseStage extends BrokerStage<PartnerResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseStage.class);

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<ResponseStage, @Nullable BiConsumer> ACTION =
            AtomicReferenceFieldUpdater.newUpdater(ResponseStage.class, BiConsumer.class, "action");

    /** The first action that was added before the end; it needs no dependent stage. */
    private volatile @Nullable BiConsumer<? super PartnerResponse, ? super Throwable> action;

    /** Creates a stage whose dependent stages are run by {@code pool}. */
    public ResponseStage(Executor pool) {
        super(pool);
    }

    /** Completes the stage with {@code decided}, and runs its callbacks. */
    public void end(ExchangeResult decided) {
        DefaultExchangeException failure = decided.failure();
        if (failure == null) {
            super.complete(decided.responseOrThrow());
        } else {
            super.completeExceptionally(failure);
        }
        BiConsumer<? super PartnerResponse, ? super Throwable> taken = action;
        if (taken != null && ACTION.compareAndSet(this, taken, null)) {
            run(taken, decided);
        }
    }

    private static void run(BiConsumer<? super PartnerResponse, ? super Throwable> taken, ExchangeResult decided) {
        try {
            taken.accept(decided.response(), decided.failure());
        } catch (RuntimeException | Error x) {
            LOG.warn("a callback of a response failed", x);
        }
    }

    @Override
    public void onCompletion(BiConsumer<? super PartnerResponse, ? super Throwable> callback) {
        if (isDone() || !ACTION.compareAndSet(this, null, callback)) {
            super.onCompletion(callback);
        } else if (isDone() && ACTION.compareAndSet(this, callback, null)) {
            // It has ended meanwhile, and not seen the callback.
            super.onCompletion(callback);
        }
    }

    /** A future of the caller's own, which it may complete or cancel. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The copy completes.
    public CompletableFuture<PartnerResponse> toCompletableFuture() {
        CompletableFuture<PartnerResponse> copy = newIncompleteFuture();
        whenComplete((response, failure) -> {
            if (failure == null) {
                copy.complete(response);
            } else {
                copy.completeExceptionally(failure);
            }
        });
        return copy;
    }

    @Override
    public boolean complete(@Nullable PartnerResponse response) {
        throw refusal();
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        throw refusal();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        throw refusal();
    }

    @Override
    public void obtrudeValue(@Nullable PartnerResponse response) {
        throw refusal();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> completeAsync(
            Supplier<? extends PartnerResponse> response, Executor executor) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> completeAsync(Supplier<? extends PartnerResponse> response) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> orTimeout(long timeout, TimeUnit unit) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> completeOnTimeout(
            @Nullable PartnerResponse response, long timeout, TimeUnit unit) {
        throw refusal();
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException(
                "only the exchange completes its response; cancel the exchange instead");
    }
}
