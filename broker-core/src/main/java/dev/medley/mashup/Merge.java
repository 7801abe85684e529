package dev.medley.mashup;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.PartnerResponse;
import dev.medley.json.Json;
import dev.medley.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Joins the documents of several exchanges to one object: the last answer, or the first failure of a part that is
 * required, completes it. An optional part that failed is {@code null}, and {@code "missing"} has the reason.
 *
 * <p>The documents have been checked when their exchanges completed and are passed on byte by byte. To be filled by one
 * thread.
 */
public final class Merge {

    private final List<Part> parts = new ArrayList<>();

    Merge() {}

    /** The document of {@code exchange} as member {@code name}; required. */
    public Merge put(String name, Exchange exchange) {
        return add(new Part(name, exchange, null, true));
    }

    /** The document of {@code exchange} as member {@code name}; optional. */
    public Merge putOptional(String name, Exchange exchange) {
        return add(new Part(name, exchange, null, false));
    }

    /** {@code value} (a string, a number, a record, …) as member {@code name}. */
    public Merge put(String name, Object value) {
        return add(new Part(name, null, Json.of(value), true));
    }

    /** The reply, once all parts are complete. */
    public CompletionStage<Reply> reply() {
        return json().thenApply(Reply::json);
    }

    /**
     * The merged document, once all parts are complete. It fails with an {@link IllegalStateException} if an exchange,
     * required or not, did not {@linkplain dev.medley.exchange.ExchangeBuilder#expectJson() expect JSON}.
     */
    public CompletionStage<Json> json() {
        CompletableFuture<Json> joined = new CompletableFuture<>();
        AtomicInteger awaited = new AtomicInteger(1);
        for (Part part : List.copyOf(parts)) {
            Exchange exchange = part.exchange;
            if (exchange != null) {
                awaited.incrementAndGet();
                exchange.response().whenComplete((answer, failure) -> {
                    try {
                        arrived(part, answer, failure, awaited, joined);
                    } catch (RuntimeException | Error x) {
                        // An answer that is no document, for instance. Swallowed by the stage, it would leave the merge
                        // without end.
                        joined.completeExceptionally(x);
                    }
                });
            }
        }
        finishIfLast(awaited, joined);
        return joined;
    }

    private Merge add(Part part) {
        parts.add(part);
        return this;
    }

    private void arrived(
            Part part,
            @Nullable PartnerResponse answer,
            @Nullable Throwable failure,
            AtomicInteger awaited,
            CompletableFuture<Json> joined) {
        if (answer != null) {
            part.document = answer.json();
        } else if (failure instanceof ExchangeException x && !part.required) {
            part.missing = x.reason().label();
        } else if (failure != null) {
            joined.completeExceptionally(failure);
            return;
        }
        finishIfLast(awaited, joined);
    }

    private void finishIfLast(AtomicInteger awaited, CompletableFuture<Json> joined) {
        if (awaited.decrementAndGet() > 0) {
            return;
        }
        JsonObject object = new JsonObject();
        Map<String, String> missing = new LinkedHashMap<>();
        for (Part part : parts) {
            object.member(part.name, part.document);
            if (part.missing != null) {
                missing.put(part.name, part.missing);
            }
        }
        if (!missing.isEmpty()) {
            object.member("missing", Json.of(missing));
        }
        joined.complete(object.toJson());
    }

    /** A member of the result. Written by the thread that completes its exchange, and read once all are counted. */
    private static final class Part {

        final String name;
        final @Nullable Exchange exchange;
        final boolean required;

        @Nullable
        Json document;

        @Nullable
        String missing;

        Part(String name, @Nullable Exchange exchange, @Nullable Json document, boolean required) {
            this.name = name;
            this.exchange = exchange;
            this.document = document;
            this.required = required;
        }
    }
}
