package dev.medley.test;

import dev.medley.exchange.ExchangeException;
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
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code /ends?of=PARTNER&of=PARTNER}: asks each of these partners at once, and lists what came of it, in the order in which the
 * mashup was told. It takes its time over the first one, so that another one that is not held back is listed before it.
 */
@WebServlet("/ends")
final class EndsServlet extends MashupServlet {

    private static final long serialVersionUID = 1L;
    private static final int PAUSE_MILLIS = 20;

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        Listing listing = new Listing();
        List<CompletableFuture<Void>> all = mashup.parameters("of").stream()
                .map(partner -> mashup.get(partner, "/part")
                        .json()
                        .handle((json, failure) -> listing.add(partner, json, failure))
                        .toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(ignored -> Reply.json(Json.of(listing.lines)));
    }

    private static final class Listing {

        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final AtomicBoolean begun = new AtomicBoolean();
        private final CountDownLatch overtaken = new CountDownLatch(1);

        Void add(String partner, Json json, Throwable failure) {
            if (begun.compareAndSet(false, true)) {
                pause();
            }
            ExchangeException cause = ExchangeException.of(failure);
            lines.add(partner + ": " + (cause == null ? json : cause.summary()));
            overtaken.countDown();
            return null;
        }

        private void pause() {
            try {
                overtaken.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
