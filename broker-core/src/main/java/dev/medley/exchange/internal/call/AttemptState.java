package dev.medley.exchange.internal.call;

import dev.medley.exchange.ExchangeState;

/**
 * The states of an attempt: those of figure 3 of the paper, the queue before them, and three ways to end.
 * {@link #mayBecome} is the transition table.
 */
public enum AttemptState {
    /** Waits for a permit. */
    QUEUED(ExchangeState.QUEUED),
    /** Waits for a lease. */
    CONNECTING(ExchangeState.CONNECTING),
    /** Waits for a lease; the TLS handshake of the connection that is opened for it is under way. */
    HANDSHAKING(ExchangeState.HANDSHAKING),
    /** Has a lease, of a new connection or of a reused one. */
    CONNECTED(ExchangeState.CONNECTED),
    /** The request is being written. */
    SENDING(ExchangeState.SENDING),
    /** The request is sent; no response has begun. */
    WAITING(ExchangeState.WAITING),
    /** Status and header fields of the response have arrived. */
    HEADERS(ExchangeState.HEADERS),
    /** The body is being read. */
    BODY(ExchangeState.BODY),
    /** Ended: the response is complete. */
    COMPLETED(ExchangeState.COMPLETED),
    /** Ended by an error or a time-out of its own. */
    FAILED(ExchangeState.FAILED),
    /** Ended from outside: another attempt won, or no exchange waits any more. */
    ABANDONED(ExchangeState.CANCELLED);

    private final ExchangeState exchangeState;

    AttemptState(ExchangeState exchangeState) {
        this.exchangeState = exchangeState;
    }

    /** Returns whether an attempt in this state may be in {@code next} thereafter. */
    public boolean mayBecome(AttemptState next) {
        return switch (this) {
            case QUEUED -> next == CONNECTING || next == CONNECTED || next.isBadEnd();
            case CONNECTING -> next == HANDSHAKING || next == CONNECTED || next.isBadEnd();
            case HANDSHAKING -> next == CONNECTED || next.isBadEnd();
            case CONNECTED -> next == SENDING || next.isBadEnd();
            case SENDING -> next == WAITING || next == HEADERS || next.isBadEnd();
            case WAITING -> next == HEADERS || next.isBadEnd();
            case HEADERS -> next == BODY || next.isBadEnd();
            case BODY -> next == COMPLETED || next.isBadEnd();
            case COMPLETED, FAILED, ABANDONED -> false;
        };
    }

    /** Returns whether it waits for a lease. */
    boolean isConnecting() {
        return this == CONNECTING || this == HANDSHAKING;
    }

    /** Returns whether a span shows when it is entered: others begin and end waits only together with these. */
    boolean isTraced() {
        return isConnecting() || this == WAITING || this == HEADERS;
    }

    /** Returns whether it is one of the ways to end. */
    public boolean isEnd() {
        return this == COMPLETED || isBadEnd();
    }

    /** The state of an exchange whose leading attempt is in this one. */
    public ExchangeState exchangeState() {
        return exchangeState;
    }

    private boolean isBadEnd() {
        return this == FAILED || this == ABANDONED;
    }
}
