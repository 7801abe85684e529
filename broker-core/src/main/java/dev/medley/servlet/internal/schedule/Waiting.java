package dev.medley.servlet.internal.schedule;

import dev.medley.context.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** The readers that wait for the first snapshot of a mashup. Thread-safe. */
final class Waiting {

    private final CompletableFuture<KeptReply> first = new CompletableFuture<>();

    /** Returns a stage of the snapshot for one reader, who goes on by {@code pool}, in his own context. */
    CompletionStage<KeptReply> next(Executor pool) {
        return first.thenApplyAsync(kept -> kept, Context.carriedTo(pool));
    }

    /** Has its readers wait for the snapshot that the readers of {@code successor} get. */
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is first.
    void follow(Waiting successor) {
        successor.first.whenComplete((kept, failure) -> {
            if (failure == null) {
                first.complete(kept);
            } else {
                first.completeExceptionally(failure);
            }
        });
    }

    void complete(KeptReply kept) {
        first.complete(kept);
    }

    void fail(Throwable failure) {
        first.completeExceptionally(failure);
    }
}
