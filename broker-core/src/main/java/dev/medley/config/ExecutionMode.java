package dev.medley.config;

import java.util.Locale;

/** How mashups run. */
public enum ExecutionMode {
    /** The inbound request is suspended and holds no thread while it waits. */
    ASYNC,
    /** The inbound thread waits, as in the paper's synchronous mode. */
    BLOCKING,
    /** The inbound request runs and waits on a virtual thread; Java 21 or later. */
    VIRTUAL;

    /** The name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
