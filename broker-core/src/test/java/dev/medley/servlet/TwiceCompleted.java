package dev.medley.servlet;

import dev.medley.mashup.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** A stage that breaks the contract: its dependents get two results. */
final class TwiceCompleted extends CompletableFuture<Reply> {

    private final Reply second;

    TwiceCompleted(Reply first, Reply second) {
        this.second = second;
        complete(first);
    }

    @Override
    public CompletableFuture<Reply> whenComplete(BiConsumer<? super Reply, ? super Throwable> action) {
        CompletableFuture<Reply> dependent = super.whenComplete(action);
        action.accept(second, null);
        return dependent;
    }
}
