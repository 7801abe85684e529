package dev.medley.config;

import java.util.Locale;

/** The contents of the field {@code Medley-Manifest} of the replies of declared mashups. */
public enum ManifestDetail {
    /** What came of each exchange, by its name. */
    FULL,
    /** The number of exchanges, and of those that are incomplete. */
    TOTAL,
    /** No field. */
    OFF;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
