package dev.medley.servlet.internal.reply;

/** A mashup returned null in place of a reply. It has no stack trace, because it is not thrown where the fault is. */
public final class NoReplyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception; {@code message} says why there is no reply. */
    public NoReplyException(String message) {
        super(message, null, false, false);
    }
}
