package dev.medley.exchange.internal.call;

/** The states of a call. {@link #mayBecome} is the transition table. */
public enum CallState {
    /** No attempt has been started. */
    CREATED,
    /** Attempts are live, or one is about to start; none has a response. */
    RUNNING,
    /** The response of one attempt has begun; the others have been abandoned. */
    WON,
    /** Ended: the response is complete. Later exchanges get it at once. */
    COMPLETED,
    /** Ended: no attempt is left. */
    FAILED,
    /** Ended: no exchange waits any more. */
    ABANDONED;

    /** Returns whether a call in this state may be in {@code next} thereafter. */
    public boolean mayBecome(CallState next) {
        return switch (this) {
            case CREATED -> next == RUNNING || next.isEnd();
            // COMPLETED: a stored response takes the place of a failure.
            case RUNNING -> next == WON || next.isEnd();
            case WON -> next == COMPLETED || next == FAILED || next == ABANDONED;
            case COMPLETED, FAILED, ABANDONED -> false;
        };
    }

    /** Returns whether it is one of the ways to end. */
    public boolean isEnd() {
        return this == COMPLETED || this == FAILED || this == ABANDONED;
    }
}
