package dev.medley.connection;

/**
 * A request that cannot be sent to any partner: its method, target or fields are not one request on the wire, leave the
 * partner's base path, or are longer than allowed. It is an error of the caller and not of the partner; if it reaches an
 * inbound request, its client gets 414 when the target is {@linkplain #tooLong() too long}, else 400.
 */
public final class InvalidRequestException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final boolean tooLong;

    /**
     * Creates the exception.
     *
     * @param message what is invalid, where, and what was expected; for the log and the developer
     * @param tooLong true if the target or the fields are longer than allowed
     */
    public InvalidRequestException(String message, boolean tooLong) {
        super(message);
        this.tooLong = tooLong;
    }

    /** Returns whether the target or the fields are longer than allowed. */
    public boolean tooLong() {
        return tooLong;
    }
}
