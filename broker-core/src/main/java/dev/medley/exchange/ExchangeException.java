package dev.medley.exchange;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.format.PartnerFault;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that did not complete: which partner, in which phase, why, and whether the partner may have seen it.
 *
 * <p>It has no stack trace of its own: it is made by the hundred when a partner is down, always in the same place.
 */
public abstract class ExchangeException extends RuntimeException {

    /** The bytes of the body of a refused answer that {@link #body()} has at most. */
    public static final int LONGEST_BODY = 64 * 1024;

    private static final long serialVersionUID = 1L;

    /** For the broker. */
    protected ExchangeException(String message, @Nullable Throwable cause) {
        super(message, cause, true, false);
    }

    /** The partner's name. */
    public abstract String partner();

    /** The state in which the exchange was. */
    public abstract ExchangeState phase();

    /** Why it did not complete. */
    public abstract Reason reason();

    /**
     * Returns whether the partner may have seen the request, by any of the attempts, or may see it yet, for another exchange with
     * an equal request. If not, another partner can be sent it without harm.
     */
    public abstract boolean maybeSent();

    /**
     * The reason in words, with the unexpected status, or the place in the document, and whether the retry budget was spent: for
     * clients.
     */
    public abstract String summary();

    /** The status of the answer that was refused, by {@link Reason#UNEXPECTED_STATUS} for instance; 0 if there was none. */
    public abstract int status();

    /** Status and header fields of the answer that was refused, or null if there was none. */
    public abstract @Nullable ResponseHead head();

    /** The first 64 KiB of the body of the answer that was refused; empty if there was none. Not to be changed. */
    public abstract byte[] body();

    /** What the partner says of the request, by {@link Reason#PARTNER_FAULT}: for logs, not for clients; null if it says nothing. */
    public abstract @Nullable PartnerFault fault();

    /**
     * Returns the exception of an exchange that {@code failure} is, or that stages have wrapped into it, as they do with the
     * failures of the stages that they depend on; null if it is any other failure.
     */
    public static @Nullable ExchangeException of(@Nullable Throwable failure) {
        return failure != null && BrokerStage.unwrapped(failure) instanceof ExchangeException x ? x : null;
    }
}
