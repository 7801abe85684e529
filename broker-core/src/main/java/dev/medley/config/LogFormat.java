package dev.medley.config;

import java.util.Locale;

/** The form of the lines of all logs. */
public enum LogFormat {
    /** As the file of Logback says: one line of text for each event. */
    TEXT,
    /** One JSON document in each line. */
    JSON;

    String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
