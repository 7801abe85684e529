package dev.medley.partner;

import java.util.Locale;

/** What keeps exchanges on one side, where a partner has a canary. */
public enum CanaryKey {
    /** Nothing: each exchange is chosen anew. */
    EXCHANGE,
    /** The inbound request: all exchanges of a mashup are on one side. */
    REQUEST,
    /** The caller. */
    CALLER,
    /** The address of the client. */
    ADDRESS;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
