package dev.medley.loadtest.experiment;

import java.util.List;
import java.util.Locale;

/** The execution modes of the server, those that this JVM has. */
enum ExecutionMode {
    BLOCKING,
    ASYNC,
    VIRTUAL;

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    static List<ExecutionMode> available() {
        return Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS ? List.of(values()) : List.of(BLOCKING, ASYNC);
    }

    /** The name that the configuration uses. */
    String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
