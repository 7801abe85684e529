package dev.medley.connection.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The partner has certainly not processed the request, which may be sent again whatever its method: it refused the stream,
 * announced that it would not process it (RFC 9113, sections 6.8 and 8.7), or never got it.
 */
public final class UnprocessedException extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean refused;

    private UnprocessedException(String message, @Nullable Throwable cause, boolean refused) {
        super(message, cause);
        this.refused = refused;
    }

    /** The partner refused the request, and may refuse others for a while. */
    public static UnprocessedException refused(String message) {
        return new UnprocessedException(message, null, true);
    }

    /** The connection takes no further request; another connection may. */
    public static UnprocessedException connectionGone(String message, Throwable cause) {
        return new UnprocessedException(message, cause, false);
    }

    /** Returns whether the partner refused the request, rather than its connection going away. */
    public boolean isRefused() {
        return refused;
    }
}
