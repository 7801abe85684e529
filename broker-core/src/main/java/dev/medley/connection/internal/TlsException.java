package dev.medley.connection.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The TLS handshake with a partner has failed. The message begins with the cause in plain words. */
public final class TlsException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates the exception. */
    public TlsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
