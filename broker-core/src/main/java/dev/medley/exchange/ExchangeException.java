package dev.medley.exchange;

import org.jspecify.annotations.Nullable;

/**
 * An exchange that did not complete: which partner, in which phase, why, and whether the partner may have seen it.
 *
 * <p>It has no stack trace of its own: it is made by the hundred when a partner is down, always in the same place.
 */
public final class ExchangeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String partner;
    private final ExchangeState phase;
    private final Reason reason;
    private final boolean maybeSent;

    ExchangeException(
            String partner,
            ExchangeState phase,
            Reason reason,
            boolean maybeSent,
            String detail,
            @Nullable Throwable cause) {
        super("partner %s, %s: %s".formatted(partner, phase.label(), detail), cause, false, false);
        this.partner = partner;
        this.phase = phase;
        this.reason = reason;
        this.maybeSent = maybeSent;
    }

    /** The partner's name. */
    public String partner() {
        return partner;
    }

    /** The state in which the exchange was. */
    public ExchangeState phase() {
        return phase;
    }

    /** Why it did not complete. */
    public Reason reason() {
        return reason;
    }

    /** Returns whether the partner may have seen the request; if not, another partner can be sent it without harm. */
    public boolean maybeSent() {
        return maybeSent;
    }

    /** The message of {@code failure} with the name of its class. */
    static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : message + " (" + name + ")";
    }
}
