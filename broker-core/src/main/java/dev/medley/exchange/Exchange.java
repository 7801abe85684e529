package dev.medley.exchange;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.json.internal.NotADocument;
import dev.medley.partner.CacheStatus;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * One outbound request and its outcome: the message exchange object of the paper (section 3), with its destination, connection,
 * request and response. Its end is decided once: the response, a time-out, an error and {@link #cancel()} race for it.
 * Thread-safe.
 */
@JsonSerialize(using = NotADocument.class)
public interface Exchange {

    /** The name of the partner that the request goes to. */
    String partner();

    /** The request. */
    OutboundRequest request();

    /** The name that the mashup has for it, for people; null if it has none. */
    @Nullable
    String label();

    /** Whether nothing that a client gets shows that there was this exchange, as {@link ExchangeBuilder#internal()} says. */
    boolean isInternal();

    /** Status and header fields of the response, or null while they are not there. */
    @Nullable
    ResponseHead head();

    /**
     * The result of the partner's cache for the response; null while there is no response, and if the partner has no cache or
     * that took no part.
     */
    @Nullable
    CacheStatus cacheStatus();

    /** The connection that the present or last attempt had, or null. */
    @Nullable
    ConnectionInfo connection();

    /** The state. */
    ExchangeState state();

    /** The outcome, or null while it has not ended. */
    @Nullable
    Outcome outcome();

    /** The reason why it did not complete, or null while it has not ended, or when it did complete. */
    @Nullable
    ExchangeException failure();

    /**
     * The response, once the exchange has completed. If it does not complete, the stage fails with an
     * {@link ExchangeException}. Stages that depend on it run on a broker thread and must not block. Only the exchange
     * completes it; {@code toCompletableFuture()} makes a future of the caller's own.
     */
    CompletionStage<PartnerResponse> response();

    /** The response's document, for an exchange that {@linkplain ExchangeBuilder#expectJson() expects JSON}. */
    CompletionStage<Json> json();

    /**
     * The response's document as an object of {@code type}, as by {@link Json#as(Class)}. If it does not fit, the stage fails
     * with an {@link ExchangeException} of {@link Reason#UNEXPECTED_SHAPE}; so it does for a response without a body, which is the
     * document {@code null}. Where that is expected, as of a DELETE, ask for {@link #response()} or {@link #json()}.
     */
    <T> CompletionStage<T> json(Class<T> type);

    /** As {@link #json(Class)}, for a type with parameters: {@code new TypeReference<List<City>>() {}}. */
    <T> CompletionStage<T> json(TypeReference<T> type);

    /** Returns whether its call was begun for other exchanges with an equal request: its attempts are theirs. */
    boolean isCoalesced();

    /** Returns whether its response is a document: {@link ExchangeBuilder#expectJson()}. */
    boolean expectsJson();

    /** Returns whether its body goes to the listener part by part: {@link ExchangeBuilder#streamed()}. */
    boolean isStreamed();

    /** The times at which it entered its states. Exact once it has ended, or when called by its listener. */
    Timings timings();

    /**
     * Ends the exchange, if nothing has ended it yet. If no other exchange shares its call, that leaves the queue, or its
     * connection is closed or reset. By any thread.
     *
     * @return whether this has ended it
     */
    boolean cancel();
}
