package dev.medley.loadtest.experiment.server;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The execution modes of the server, those that this JVM has. */
public enum ExecutionMode {
    BLOCKING,
    ASYNC,
    VIRTUAL;

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    public static List<ExecutionMode> available() {
        return leftOut().isEmpty() ? List.of(values()) : List.of(BLOCKING, ASYNC);
    }

    /** Returns a sentence about the mode that this JVM does not have, if there is one. */
    public static Optional<String> leftOut() {
        return leftOut(Runtime.version().feature());
    }

    /** Returns a sentence about the mode that Java {@code version} does not have, if there is one. */
    public static Optional<String> leftOut(int version) {
        return version >= FIRST_WITH_VIRTUAL_THREADS
                ? Optional.empty()
                : Optional.of("The mode %s is skipped: it needs Java %d or later, and this is Java %d."
                        .formatted(VIRTUAL.configured(), FIRST_WITH_VIRTUAL_THREADS, version));
    }

    /** The name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
