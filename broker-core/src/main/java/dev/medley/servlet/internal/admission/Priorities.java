package dev.medley.servlet.internal.admission;

import dev.medley.partner.internal.limit.Priority;
import org.jspecify.annotations.Nullable;

/** Reads the priority of a request from a header field. */
public final class Priorities {

    private Priorities() {}

    /** Returns the priority that {@code value} names, in any case of letters; {@code otherwise} if it names none. */
    public static Priority of(@Nullable String value, Priority otherwise) {
        if (value != null) {
            for (Priority each : Priority.values()) {
                if (each.configured().equalsIgnoreCase(value.strip())) {
                    return each;
                }
            }
        }
        return otherwise;
    }
}
