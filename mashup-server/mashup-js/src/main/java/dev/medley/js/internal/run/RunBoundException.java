package dev.medley.js.internal.run;

import org.jspecify.annotations.Nullable;

/** A run has passed a bound, and is ended. It has no stack trace: it is thrown where the script is, which has a place of its own. */
public final class RunBoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RunBoundException(String bound, @Nullable String key) {
        super(
                "the script has passed its bound of " + bound + (key == null ? "" : " (server.scripts." + key + ")"),
                null,
                false,
                false);
    }
}
