package dev.medley.servlet.internal.inbound;

import org.jspecify.annotations.Nullable;

/** The body of a request cannot be read, because of a filter before the mashup: no fault of the client. */
final class UnreadableBodyException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    UnreadableBodyException(String message, @Nullable RuntimeException cause) {
        super(message, cause);
    }

    static UnreadableBodyException readBefore() {
        return new UnreadableBodyException(
                "the body of the request was read before the mashup, as by a filter that calls getParameter", null);
    }
}
