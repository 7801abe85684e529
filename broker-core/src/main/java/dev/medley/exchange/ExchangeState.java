package dev.medley.exchange;

/**
 * The states of an exchange: those of figure 3 of the paper, the queue before them, and four ways to end.
 *
 * <p>{@link #mayBecome} is the transition table. An attempt runs from {@link #QUEUED} to {@link #BODY}; a retry is the
 * way back to {@link #QUEUED}, which is open until the response has begun.
 */
public enum ExchangeState {
    /** Made, not started. */
    CREATED,
    /** Waits for a permit of its partner. */
    QUEUED,
    /** Waits for a new connection. */
    CONNECTING,
    /** Has a connection, new or reused. */
    CONNECTED,
    /** The request is being written. */
    SENDING,
    /** The request is written; nothing of the response is there. */
    WAITING,
    /** Status and header fields of the response are there. */
    HEADERS,
    /** The body is being read. */
    BODY,
    /** Ended well: the whole response is there. */
    COMPLETED,
    /** Ended by an error. */
    FAILED,
    /** Ended by a time-out. */
    EXPIRED,
    /** Ended by whoever started it. */
    CANCELLED;

    /** Whether an exchange in this state may be in {@code next} thereafter. */
    public boolean mayBecome(ExchangeState next) {
        return switch (this) {
            case CREATED -> next == QUEUED || next.isBadEnd();
            case QUEUED -> next == CONNECTING || next == CONNECTED || next.isBadEnd();
            case CONNECTING -> next == CONNECTED || next == QUEUED || next.isBadEnd();
            case CONNECTED -> next == SENDING || next.isBadEnd();
            case SENDING -> next == WAITING || next == HEADERS || next == QUEUED || next.isBadEnd();
            case WAITING -> next == HEADERS || next == QUEUED || next.isBadEnd();
            case HEADERS -> next == BODY || next.isBadEnd();
            case BODY -> next == COMPLETED || next.isBadEnd();
            case COMPLETED, FAILED, EXPIRED, CANCELLED -> false;
        };
    }

    /** Whether it is one of the four ways to end. */
    public boolean isEnd() {
        return this == COMPLETED || isBadEnd();
    }

    /** The state's name as it is written in replies, metrics and logs. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    private boolean isBadEnd() {
        return this == FAILED || this == EXPIRED || this == CANCELLED;
    }
}
