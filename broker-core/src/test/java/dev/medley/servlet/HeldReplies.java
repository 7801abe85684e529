package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.thread.internal.Soon;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A mashup whose requests, each with a parameter {@code id}, run until the test ends them. */
final class HeldReplies implements Function<Mashup, CompletionStage<Reply>> {

    private final Map<String, CompletableFuture<Reply>> running = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Reply> apply(Mashup mashup) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        running.put(mashup.parameter("id"), reply);
        return reply;
    }

    void awaitRunning(String id) {
        Soon.until(id + " runs", () -> running.containsKey(id));
    }

    boolean hasRun(String id) {
        return running.containsKey(id);
    }

    /** Replies to a request that runs. */
    void end(String id) {
        awaitRunning(id);
        CompletableFuture<Reply> reply = running.get(id);
        assertThat(reply).isNotNull();
        reply.complete(Reply.text(id));
    }
}
