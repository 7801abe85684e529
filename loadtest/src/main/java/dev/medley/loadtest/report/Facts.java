package dev.medley.loadtest.report;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * When something was measured, and on what: numbers mean little without it. Names neither the machine nor its user.
 *
 * @param date when
 * @param entries names and values, in reading order
 */
public record Facts(Instant date, Map<String, String> entries) {

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Copies the entries and keeps their order. */
    public Facts {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /** Looks at this machine and this JVM; the date is the clock's. */
    public static Facts ofThisMachine(Clock clock) {
        return new Facts(clock.instant(), MachineFacts.read());
    }

    /** The date to the minute, in UTC. */
    String dateText() {
        return MINUTES.format(date);
    }
}
