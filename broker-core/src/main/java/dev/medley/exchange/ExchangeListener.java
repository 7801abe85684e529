package dev.medley.exchange;

/**
 * Listens to the events of an exchange: those of table 1 of the paper, and one that is always the last.
 *
 * <p>Called by broker threads (an inbound request's virtual thread, where there is one), one call after another for one
 * exchange, holding no lock; must not block. A listener that throws fails its exchange, and nothing else.
 */
public interface ExchangeListener {

    /** The exchange has a connection, new or reused: {@code exchange.connection()}. Per attempt. */
    default void onConnectionEstablished(Exchange exchange) {}

    /** A connect has failed. Per attempt; another one follows if the partner's policy allows it. */
    default void onConnectionFailed(Exchange exchange, Throwable failure) {}

    /** The connection can be used by others again. At most once per attempt, before the end. */
    default void onConnectionIdle(Exchange exchange) {}

    /** The request is sent and no thread waits for the response. Per attempt. */
    default void onWaitingForResponse(Exchange exchange) {}

    /** Status and header fields have arrived: {@code exchange.head()}. */
    default void onHeadersCompleted(Exchange exchange) {}

    /** A part of the body has arrived. Only for exchanges that are {@linkplain ExchangeBuilder#streamed() streamed}. */
    default void onBodyPart(Exchange exchange, BodyPart part) {}

    /** The body is complete. */
    default void onBodyCompleted(Exchange exchange) {}

    /** A time-out has ended the exchange. */
    default void onExpired(Exchange exchange) {}

    /** The exchange has ended, with {@code outcome}. Always the last event, exactly once. */
    default void onEnded(Exchange exchange, Outcome outcome) {}
}
