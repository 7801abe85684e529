package dev.medley.mashup;

import dev.medley.exchange.BrokerStage;
import dev.medley.exchange.PartnerResponse;
import dev.medley.json.Json;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A member of a merge. Written by the thread that completes its stage, and read once all are counted. */
final class MergePart {

    private final String name;
    private final @Nullable CompletionStage<?> stage;
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

    /** The stage that it waits for, or null. */
    @Nullable
    CompletionStage<?> stage() {
        return stage;
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
