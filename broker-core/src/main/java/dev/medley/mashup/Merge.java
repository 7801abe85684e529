package dev.medley.mashup;

import dev.medley.exchange.Exchange;
import dev.medley.json.Json;
import dev.medley.json.internal.NotADocument;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Joins the documents of several exchanges and stages to one object: the last part, or the first failure of a part that is
 * required, completes it. An optional part that failed is {@code null}, or its fallback, and {@code "missing"} has the
 * reason. A part that is or contains the document of another merge keeps its list of missing parts:
 * {@code "missing":{"user.news":"timeout"}}.
 *
 * <p>A part fails by its partner (an {@link dev.medley.exchange.ExchangeException}), by a {@link ProblemException}, by a
 * time-out or a cancellation of its stage. Any other failure is a defect of the mashup and fails the merge, even if the
 * part is optional.
 *
 * <p>The documents have been checked when their exchanges completed and are passed on byte by byte. Fill it on one
 * thread, and use it once. A name that is null, {@code missing} or already in use is refused with an
 * {@link IllegalArgumentException}; a part that is added after json() or reply(), with an
 * {@link IllegalStateException}.
 */
@JsonSerialize(using = NotADocument.class)
public interface Merge {

    /**
     * The document of {@code exchange} as member {@code name}; required.
     *
     * @throws IllegalStateException if the exchange does not
     *     {@linkplain dev.medley.exchange.ExchangeBuilder#expectJson() expect JSON}
     */
    Merge put(String name, Exchange exchange);

    /**
     * The value of {@code stage} as member {@code name}; required. The value is written as by {@link Json#of}; one that
     * cannot be a document fails the merge.
     */
    Merge put(String name, CompletionStage<?> stage);

    /**
     * {@code value} (a string, a number, a record, a {@link Json}, null, …) as member {@code name}.
     *
     * @throws IllegalArgumentException if it cannot be a document, such as a record that has a stage in it; the message has
     *     the place
     */
    Merge put(String name, @Nullable Object value);

    /** The document of {@code exchange}, as by {@link #put(String, Exchange)}, or null; optional. */
    Merge putOptional(String name, Exchange exchange);

    /** The value of {@code stage}, as by {@link #put(String, CompletionStage)}, or null; optional. */
    Merge putOptional(String name, CompletionStage<?> stage);

    /** As {@link #putOptional(String, Exchange)}, with a value in place of null. The part is still listed as missing. */
    Merge putOptional(String name, Exchange exchange, @Nullable Object fallback);

    /** As {@link #putOptional(String, CompletionStage)}, with a value in place of null. The part is still listed as missing. */
    Merge putOptional(String name, CompletionStage<?> stage, @Nullable Object fallback);

    /** The reply, once all parts are complete. Call it once, and not in addition to {@link #json()}. */
    CompletionStage<Reply> reply();

    /** The merged document, once all parts are complete. Call it once, and not in addition to {@link #reply()}. */
    CompletionStage<Json> json();
}
