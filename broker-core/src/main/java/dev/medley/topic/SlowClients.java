package dev.medley.topic;

import java.util.Locale;

/** What becomes of a client that is so slow that messages which it lacks are no longer there. */
public enum SlowClients {
    /** It is told of the gap, and goes on with the first message that is there. */
    SKIP,
    /** Its session ends, and it may resume, with the gap. */
    DISCONNECT;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
