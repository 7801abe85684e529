package dev.medley.js.internal.run;

import org.jspecify.annotations.Nullable;

/** A run has passed a bound, and is ended. It has no stack trace: it is thrown where the script is, which has a place of its own. */
public final class RunBoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String place;

    RunBoundException(String bound, @Nullable String key) {
        this(bound, key, null);
    }

    /** As above, with file, line and column. */
    RunBoundException(String bound, @Nullable String key, @Nullable String place) {
        super(
                "the script has passed its bound of " + bound + (key == null ? "" : " (server.scripts." + key + ")"),
                null,
                false,
                false);
        this.place = place;
    }

    /** Returns where it was passed; null if what the script has thrown tells. */
    @Nullable
    String place() {
        return place;
    }
}
