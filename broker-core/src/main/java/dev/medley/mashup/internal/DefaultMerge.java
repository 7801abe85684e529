package dev.medley.mashup.internal;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.json.Json;
import dev.medley.json.JsonObject;
import dev.medley.mashup.Merge;
import dev.medley.mashup.Reply;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A merge whose parts are counted: the last one, or the first failure of a required one, completes it. */
public final class DefaultMerge implements Merge {

    private static final String MISSING = "missing";

    private final DefaultMashup mashup;
    private Map<String, MergePart> parts = new LinkedHashMap<>();
    private boolean joined;

    /** Creates a merge of {@code mashup} without parts. */
    DefaultMerge(DefaultMashup mashup) {
        this.mashup = mashup;
    }

    @Override
    public Merge put(String name, Exchange exchange) {
        return add(MergePart.required(checked(name), response(name, exchange)));
    }

    @Override
    public Merge put(String name, CompletionStage<?> stage) {
        return add(MergePart.required(checked(name), notNull(name, stage)));
    }

    @Override
    public Merge put(String name, @Nullable Object value) {
        if (value instanceof Exchange exchange) {
            return put(name, exchange);
        }
        return value instanceof CompletionStage<?> stage ? put(name, stage) : add(MergePart.of(checked(name), value));
    }

    @Override
    public Merge putOptional(String name, Exchange exchange) {
        return putOptional(name, exchange, null);
    }

    @Override
    public Merge putOptional(String name, CompletionStage<?> stage) {
        return putOptional(name, stage, null);
    }

    @Override
    public Merge putOptional(String name, Exchange exchange, @Nullable Object fallback) {
        return add(MergePart.optional(checked(name), response(name, exchange), fallback));
    }

    @Override
    public Merge putOptional(String name, CompletionStage<?> stage, @Nullable Object fallback) {
        return add(MergePart.optional(checked(name), notNull(name, stage), fallback));
    }

    @Override
    public CompletionStage<Reply> reply() {
        return json().thenApply(Reply::json);
    }

    @Override
    public CompletionStage<Json> json() {
        if (joined) {
            throw new IllegalStateException(
                    "json() or reply() of this merge has already been called: call json() or reply() once");
        }
        joined = true;
        Joining joining = new Joining(
                mashup,
                List.copyOf(parts.values()),
                new AtomicInteger(1),
                new BrokerStage<>(mashup.broker().pool()));
        // Needed no more, while thousands of merges wait.
        parts = Map.of();
        for (MergePart part : joining.parts) {
            part.await(joining);
        }
        joining.finishIfLast();
        return joining.result;
    }

    private Merge add(MergePart part) {
        if (joined) {
            throw new IllegalStateException(
                    "the member '%s' cannot be added after json() or reply()".formatted(part.name()));
        }
        parts.put(part.name(), part);
        return this;
    }

    private String checked(String name) {
        if (name == null) {
            throw new IllegalArgumentException("the name of a member of a merge is null");
        }
        if (name.equals(MISSING)) {
            throw new IllegalArgumentException(
                    "a member of a merge cannot have the name 'missing', which lists the parts that failed");
        }
        if (parts.containsKey(name)) {
            throw new IllegalArgumentException("the merge already has a member '" + name + "'");
        }
        return name;
    }

    private static <T> T notNull(String name, T part) {
        return Objects.requireNonNull(part, () -> "the member '" + name + "' of a merge is null");
    }

    private static CompletionStage<PartnerResponse> response(String name, Exchange exchange) {
        if (!notNull(name, exchange).expectsJson()) {
            throw new IllegalStateException(
                    "the member '%s' of a merge: %s does not expect JSON: call expectJson() on its builder"
                            .formatted(name, exchange));
        }
        return exchange instanceof DefaultExchange known ? known.ownStage() : exchange.response();
    }

    /** The parts while they are waited for; {@code awaited} counts them, and the call that joins them. */
    record Joining(DefaultMashup mashup, List<MergePart> parts, AtomicInteger awaited, BrokerStage<Json> result) {

        void await() {
            awaited.incrementAndGet();
        }

        void ended(MergePart part, @Nullable Object value, @Nullable Throwable failure) {
            try {
                Throwable cause = part.ended(value, failure);
                if (cause == null) {
                    finishIfLast();
                } else {
                    fail(cause);
                }
            } catch (RuntimeException | Error x) {
                // A value that is no document, for instance. Swallowed by the stage, it would leave the merge without
                // end.
                fail(x);
            }
        }

        private void fail(Throwable cause) {
            ExecutionTarget.OtherThreads elsewhere = mashup.otherThreads();
            if (elsewhere == null) {
                result.completeExceptionally(cause);
            } else if (!result.isDone()) {
                mashup.longWork().goOn(elsewhere, () -> result.completeExceptionally(cause));
            }
        }

        void finishIfLast() {
            if (awaited.decrementAndGet() > 0) {
                return;
            }
            long bytes = 0;
            for (MergePart part : parts) {
                bytes += part.length();
            }
            ExecutionTarget.OtherThreads elsewhere = mashup.otherThreads();
            if (mashup.broker().pool().bodies().isFor(bytes)) {
                mashup.longWork().complete(result, RequestPhase.MERGING, this::merged);
            } else if (elsewhere == null) {
                finish();
            } else {
                mashup.longWork().goOn(elsewhere, this::finishOrFail);
            }
        }

        private void finishOrFail() {
            try {
                finish();
            } catch (RuntimeException | Error x) {
                result.completeExceptionally(x);
            }
        }

        private void finish() {
            result.complete(RequestPhases.during(mashup.phases(), RequestPhase.MERGING, this::merged));
        }

        private Json merged() {
            JsonObject object = new JsonObject();
            Map<String, String> missing = new LinkedHashMap<>();
            for (MergePart part : parts) {
                object.member(part.name(), part.document());
                part.listMissing(missing);
            }
            if (!missing.isEmpty()) {
                object.member(MISSING, Json.of(missing));
            }
            return object.toJson(missing);
        }
    }
}
