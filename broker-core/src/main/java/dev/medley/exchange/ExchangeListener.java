package dev.medley.exchange;

/**
 * Told what happens to an exchange, with the events of table 1 of the paper and one that is always the last.
 *
 * <p>Called by broker threads (an inbound request's virtual thread, where there is one), one call after another for one
 * exchange, holding no lock; must not block. A listener that throws fails its exchange, and nothing else.
 */
public interface ExchangeListener {

    /** Has a connection: {@code exchange.connection()} says which, and whether it was used before. Per attempt. */
    default void onConnectionEstablished(Exchange exchange) {}

    /** Has got no connection. Per attempt; another one follows if the partner's settings allow it. */
    default void onConnectionFailed(Exchange exchange, Throwable failure) {}

    /** The connection can be used by others again. At most once per attempt, before the end. */
    default void onConnectionIdle(Exchange exchange) {}

    /** The request is sent and no thread waits for the response. Per attempt. */
    default void onWaitingForResponse(Exchange exchange) {}

    /** {@code exchange.head()} is there. */
    default void onHeadersCompleted(Exchange exchange) {}

    /** A part of the body is there. Only for exchanges that are {@linkplain ExchangeBuilder#streamed() streamed}. */
    default void onBodyPart(Exchange exchange, BodyPart part) {}

    /** The body is complete. */
    default void onBodyCompleted(Exchange exchange) {}

    /** A time-out has ended the exchange. */
    default void onExpired(Exchange exchange) {}

    /** The exchange has ended; the last call, and exactly one. {@code exchange.outcome()} says how. */
    default void onEnded(Exchange exchange, Outcome outcome) {}
}
