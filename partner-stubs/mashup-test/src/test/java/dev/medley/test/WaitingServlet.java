package dev.medley.test;

import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code /waiting}: waits for two partners one after another, and lists what has happened in which order. */
@WebServlet("/waiting")
final class WaitingServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final int PAUSE_MILLIS = 20;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch overtaken = new CountDownLatch(1);
        CompletableFuture<Void> near = asked(mashup, "near", order);
        CompletableFuture<Void> far = asked(mashup, "far", order).thenRun(overtaken::countDown);
        near.join();
        pause(overtaken);
        order.add("after near");
        far.join();
        order.add("after far");
        return CompletableFuture.completedStage(Reply.json(Json.of(order)));
    }

    /** Gives the other partner, unless it is held back, the time to overtake. */
    private static void pause(CountDownLatch overtaken) {
        try {
            overtaken.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private static CompletableFuture<Void> asked(Mashup mashup, String partner, List<String> order) {
        return mashup.get(partner, "/part")
                .json()
                .thenAccept(json -> order.add(partner))
                .toCompletableFuture();
    }
}
