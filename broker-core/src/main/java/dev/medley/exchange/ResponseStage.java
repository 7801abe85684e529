package dev.medley.exchange;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer that is to come. Everybody may wait for it; only its exchange completes it.
 *
 * <p>A {@code minimalCompletionStage()} would say the same, for two more objects an exchange, and would wrap the reason
 * of a failure, which whoever waits looks at.
 */
final class ResponseStage extends CompletableFuture<PartnerResponse> {

    void succeed(PartnerResponse answer) {
        super.complete(answer);
    }

    void fail(ExchangeException reason) {
        super.completeExceptionally(reason);
    }

    /** A future of the asker's own, which he may complete or cancel as he likes. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // What comes of it, the copy is told.
    public CompletableFuture<PartnerResponse> toCompletableFuture() {
        CompletableFuture<PartnerResponse> copy = new CompletableFuture<>();
        whenComplete((answer, failure) -> {
            if (failure == null) {
                copy.complete(answer);
            } else {
                copy.completeExceptionally(failure);
            }
        });
        return copy;
    }

    @Override
    public boolean complete(@Nullable PartnerResponse answer) {
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
    public void obtrudeValue(@Nullable PartnerResponse answer) {
        throw refusal();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> completeAsync(
            Supplier<? extends PartnerResponse> answer, Executor executor) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> completeAsync(Supplier<? extends PartnerResponse> answer) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> orTimeout(long timeout, TimeUnit unit) {
        throw refusal();
    }

    @Override
    public CompletableFuture<PartnerResponse> completeOnTimeout(
            @Nullable PartnerResponse answer, long timeout, TimeUnit unit) {
        throw refusal();
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("only the exchange completes its answer; cancel the exchange instead");
    }
}
