package dev.medley.exchange;

import java.util.Locale;

/** The end of an exchange. */
public enum Outcome {
    /** The response is complete, and of the expected kind. */
    COMPLETED(ExchangeState.COMPLETED),
    /** An error ended it. */
    FAILED(ExchangeState.FAILED),
    /** A time-out ended it. */
    EXPIRED(ExchangeState.EXPIRED),
    /** It was cancelled. */
    CANCELLED(ExchangeState.CANCELLED);

    private final ExchangeState state;

    Outcome(ExchangeState state) {
        this.state = state;
    }

    /** The outcome's name as it is written in replies, metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The end state of an exchange with this outcome. */
    public ExchangeState state() {
        return state;
    }
}
