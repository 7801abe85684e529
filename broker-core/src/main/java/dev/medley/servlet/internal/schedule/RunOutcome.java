package dev.medley.servlet.internal.schedule;

import java.util.Locale;

/** What came of a run. */
public enum RunOutcome {
    /** Its reply is the snapshot. */
    COMPLETED,
    /** Its reply lacks the value of an exchange, and is the snapshot only while no complete reply is. */
    INCOMPLETE,
    /** It has failed, or its reply has another status than 2xx: the snapshot is as before. */
    FAILED,
    /** Its deadline has passed: the snapshot is as before. */
    EXPIRED;

    /** Returns the name that metrics and logs use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the run has a reply that can be a snapshot. */
    public boolean isGood() {
        return this == COMPLETED || this == INCOMPLETE;
    }
}
