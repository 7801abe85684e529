package dev.medley.servlet;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.thread.internal.Soon;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A mashup that asks no partner: its reply comes when the test gives it. */
final class HeldReply implements Function<Mashup, CompletionStage<Reply>> {

    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final CountDownLatch composed = new CountDownLatch(1);

    @Override
    public CompletionStage<Reply> apply(Mashup mashup) {
        composed.countDown();
        return reply;
    }

    void awaitComposed() throws InterruptedException {
        Soon.down(composed);
    }

    void give(Reply given) {
        reply.complete(given);
    }
}
