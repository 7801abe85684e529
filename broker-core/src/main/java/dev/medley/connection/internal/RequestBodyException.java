package dev.medley.connection.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The streamed body of a request has failed: its publisher did, or broke the rules. The partner is not at fault, and has not
 * got a complete request. If the publisher gave a failure, that is the cause.
 */
public final class RequestBodyException extends IOException {

    private static final long serialVersionUID = 1;

    RequestBodyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
