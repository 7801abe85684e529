package dev.medley.mashup.internal;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.json.Json;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A member of a merge. Written by the thread that completes its stage, and read once all are counted. */
final class MergePart implements BiConsumer<Object, Throwable> {

    private final String name;
    /** The stage that it waits for; null once it does, or if there is none. */
    private @Nullable CompletionStage<?> stage;

    private DefaultMerge.@Nullable Joining joining;
    private final boolean required;
    /** The document, once it is there; until then, that which stands for it. */
    private @Nullable Json document;

    private @Nullable String reason;

    private MergePart(String name, @Nullable CompletionStage<?> stage, boolean required, @Nullable Json document) {
        this.name = name;
        this.stage = stage;
        this.required = required;
        this.document = document;
    }

    /** A part that is complete. */
    static MergePart of(String name, @Nullable Object value) {
        return new MergePart(name, null, true, documentOf(name, value));
    }

    static MergePart required(String name, CompletionStage<?> stage) {
        return new MergePart(name, stage, true, null);
    }

    static MergePart optional(String name, CompletionStage<?> stage, @Nullable Object fallback) {
        return new MergePart(name, stage, false, fallback == null ? null : documentOf(name, fallback));
    }

    String name() {
        return name;
    }

    /** Waits for its stage, if it has one; {@code merge} counts it until that has ended. */
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    void await(DefaultMerge.Joining merge) {
        CompletionStage<?> awaited = stage;
        if (awaited == null) {
            return;
        }
        stage = null;
        joining = merge;
        merge.await();
        if (awaited instanceof BrokerStage<?> known) {
            known.onCompletion(this);
        } else {
            awaited.whenComplete(this);
        }
    }

    @Override
    public void accept(@Nullable Object value, @Nullable Throwable failure) {
        DefaultMerge.Joining merge = joining;
        if (merge != null) {
            merge.ended(this, value, failure);
        }
    }

    /** Bytes of its document. */
    long length() {
        Json present = document;
        return present == null ? 0 : present.bytes().length;
    }

    @Nullable
    Json document() {
        return document;
    }

    /**
     * Its stage has ended.
     *
     * @return the failure of the merge, or null
     */
    @Nullable
    Throwable ended(@Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            document = value instanceof PartnerResponse response ? response.json() : documentOf(name, value);
            return null;
        }
        Throwable cause = BrokerStage.unwrapped(failure);
        reason = required ? null : MissingReason.of(cause);
        return reason == null ? cause : null;
    }

    /** Adds what is missing: the part itself, or parts of its document. */
    void listMissing(Map<String, String> missing) {
        if (reason != null) {
            missing.put(name, reason);
        } else if (document != null) {
            document.missing().forEach((inner, why) -> missing.put(name + "." + inner, why));
        }
    }

    private static Json documentOf(String name, @Nullable Object value) {
        try {
            return Json.of(value);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("the member '" + name + "' of a merge: " + x.getMessage(), x);
        }
    }
}
