package dev.medley.config;

import java.util.Locale;

/** The contents of the field {@code Server-Timing} of replies. */
public enum ServerTimingDetail {
    /** The time of the mashup, and of each exchange with the name of its partner. */
    FULL,
    /** The time of the mashup. */
    TOTAL,
    /** No field. */
    OFF;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
