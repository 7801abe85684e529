package dev.medley.format;

/**
 * A body does not match its format. The message has the place, if known, and the fault, in one line and with a
 * short piece of the body at most.
 */
public sealed class FormatException extends Exception permits FaultException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception of a fault without a place in the body. */
    public FormatException(String fault) {
        super(fault, null, false, false);
    }

    /** Creates the exception of a fault at a place; lines and columns begin with 1. */
    public FormatException(long line, long column, String fault) {
        this("line %d, column %d: %s".formatted(line, column, fault));
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
