package dev.medley.connection;

import org.jspecify.annotations.Nullable;

/**
 * A request that cannot be sent to any partner: its method, target or fields are not one request on the wire, leave the
 * partner's base path, or are longer than allowed. It is an error of the caller and not of the partner; if it reaches an
 * inbound request, its client gets 414 when the target is {@linkplain #tooLong() too long}, else 400.
 */
public final class InvalidRequestException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final boolean tooLong;
    private final @Nullable String detail;

    /**
     * Creates the exception.
     *
     * @param message what is invalid, where, and what was expected; for the log and the developer
     * @param tooLong true if the target or the fields are longer than allowed
     */
    public InvalidRequestException(String message, boolean tooLong) {
        this(message, tooLong, null);
    }

    private InvalidRequestException(String message, boolean tooLong, @Nullable String detail) {
        super(message);
        this.tooLong = tooLong;
        this.detail = detail;
    }

    /**
     * Returns an exception that the client's problem explains.
     *
     * @param message what is invalid, where, and what was expected; for the log and the developer
     * @param detail what is invalid, in words that are the same for all requests, without names, values or paths of the mashup;
     *     for the client
     */
    public static InvalidRequestException of(String message, String detail) {
        return new InvalidRequestException(message, false, detail);
    }

    /** Returns whether the target or the fields are longer than allowed. */
    public boolean tooLong() {
        return tooLong;
    }

    /** Returns what is invalid, for the client, or null. */
    public @Nullable String detail() {
        return detail;
    }
}
