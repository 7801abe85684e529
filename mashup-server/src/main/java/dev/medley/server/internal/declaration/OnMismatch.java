package dev.medley.server.internal.declaration;

import java.util.Locale;

/** What becomes of an exchange whose response does not match its schema. */
public enum OnMismatch {
    /** It fails. */
    REFUSE,
    /** It completes, and is counted. */
    COUNT;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
