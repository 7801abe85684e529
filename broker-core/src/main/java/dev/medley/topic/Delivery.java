package dev.medley.topic;

import java.util.Locale;

/** Which messages of a topic its subscribers get. */
public enum Delivery {
    /** Each message. */
    ALL,
    /** The newest message of each subject: a subscriber that is slow, or comes later, gets no older ones. */
    LATEST;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
