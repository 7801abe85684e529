package dev.medley.server.internal.declaration;

import java.util.Locale;

/** The types of parameters. */
public enum ParameterType {
    /** Any text. */
    STRING,
    /** A whole number. */
    INTEGER,
    /** A number, perhaps with a fraction. */
    NUMBER,
    /** {@code true} or {@code false}. */
    BOOLEAN;

    /** Returns the name in the configuration. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
