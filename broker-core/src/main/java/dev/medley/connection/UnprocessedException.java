package dev.medley.connection;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The partner has certainly not processed the request, which may be sent again whatever its method: it refused the stream,
 * announced that it would not process it (RFC 9113, sections 6.8 and 8.7), or never got it.
 */
public final class UnprocessedException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public UnprocessedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
