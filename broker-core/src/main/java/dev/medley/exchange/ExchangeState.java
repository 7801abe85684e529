package dev.medley.exchange;

import java.util.Locale;

/**
 * The states of an exchange: the states of figure 3 of the paper, the queue before them, and four ways to end.
 *
 * <p>{@link #mayBecome} is the transition table. From {@link #QUEUED} to {@link #BODY} the exchange has the state of its
 * leading attempt, whose own table is narrower. In any of these states another attempt may take the lead until the response
 * has begun. A retry returns to {@link #QUEUED}.
 */
public enum ExchangeState {
    /** Made, not started. */
    CREATED,
    /** Waits for a permit of its partner. */
    QUEUED,
    /** Waits for a connection. */
    CONNECTING,
    /** The socket that was opened for it is connected, and the TLS handshake is under way. */
    HANDSHAKING,
    /** Has a connection, new or reused. */
    CONNECTED,
    /** The request is being written. */
    SENDING,
    /** The request is sent; no response has begun. */
    WAITING,
    /** Status and header fields of the response have arrived. */
    HEADERS,
    /** The body is being read. */
    BODY,
    /** Ended: the response is complete. */
    COMPLETED,
    /** Ended by an error. */
    FAILED,
    /** Ended by a time-out. */
    EXPIRED,
    /** Ended by {@link Exchange#cancel()}. */
    CANCELLED;

    /** Returns whether an exchange in this state may be in {@code next} thereafter. */
    public boolean mayBecome(ExchangeState next) {
        return switch (this) {
            // HEADERS: its call is complete from the start, or has begun its response before the exchange joined it.
            case CREATED, QUEUED, CONNECTING, HANDSHAKING, CONNECTED, SENDING, WAITING ->
                next.isBeforeResponse() || next == HEADERS || next.isBadEnd();
            case HEADERS -> next == BODY || next.isBadEnd();
            case BODY -> next == COMPLETED || next.isBadEnd();
            case COMPLETED, FAILED, EXPIRED, CANCELLED -> false;
        };
    }

    /** Returns whether it is one of the four ways to end. */
    public boolean isEnd() {
        return this == COMPLETED || isBadEnd();
    }

    /** The state's name as it is written in replies, metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private boolean isBeforeResponse() {
        return this != CREATED && compareTo(WAITING) <= 0;
    }

    private boolean isBadEnd() {
        return this == FAILED || this == EXPIRED || this == CANCELLED;
    }
}
