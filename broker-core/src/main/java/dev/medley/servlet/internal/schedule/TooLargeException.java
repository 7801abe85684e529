package dev.medley.servlet.internal.schedule;

/** A reply has more bytes than a snapshot may have. */
final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooLargeException(long max) {
        super("the reply has more than the %d bytes that there are for a snapshot".formatted(max), null, false, false);
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
