package dev.medley.exchange;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of an exchange. Any code may add dependents; only the exchange completes it.
 *
 * <p>A {@code minimalCompletionStage()} would do the same, for two more objects an exchange, and would wrap the cause of a
 * failure.
 */
class ResponseStage extends BrokerStage<PartnerResponse> {

    ResponseStage(Executor pool) {
        super(pool);
    }

    void end(ExchangeResult decided) {
        ExchangeException failure = decided.failure();
        if (failure == null) {
            super.complete(decided.responseOrThrow());
        } else {
            super.completeExceptionally(failure);
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
