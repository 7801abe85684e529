package dev.medley.connection.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The three forms of a date in a header field (RFC 9110, section 5.6.7), read in any case (RFC 9111, section
 * 4.2). Thread-safe.
 */
public final class HttpDate {

    private static final DateTimeFormatter FIXED =
            inAnyCase().appendPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'").toFormatter(Locale.US);
    private static final DateTimeFormatter ASCTIME =
            inAnyCase().appendPattern("EEE MMM ppd HH:mm:ss uuuu").toFormatter(Locale.US);
    private static final int YEARS_AHEAD = 50;
    private static final int END_OF_SHORT_DAY = 3;

    private HttpDate() {}

    /**
     * Returns the time that {@code text} names; null if it has none of the three forms.
     *
     * @param now decides on the century of a year of two digits
     */
    public static @Nullable Instant parse(String text, Instant now) {
        try {
            return LocalDateTime.parse(text, form(text, now)).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException x) {
            // Any text may come; it is no date then, which the caller handles.
            return null;
        }
    }

    /** Returns the first form of {@code time}. */
    public static String format(Instant time) {
        return FIXED.format(time.atOffset(ZoneOffset.UTC));
    }

    private static DateTimeFormatter form(String text, Instant now) {
        if (text.indexOf(',') == END_OF_SHORT_DAY) {
            return FIXED;
        }
        return text.indexOf(' ') == END_OF_SHORT_DAY ? ASCTIME : ofTwoDigits(now);
    }

    /** A year that seems more than 50 years ahead is the last one in the past with these digits. */
    private static DateTimeFormatter ofTwoDigits(Instant now) {
        LocalDate base = now.atOffset(ZoneOffset.UTC).toLocalDate().minusYears(YEARS_AHEAD - 1L);
        return inAnyCase()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, base)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US);
    }

    private static DateTimeFormatterBuilder inAnyCase() {
        return new DateTimeFormatterBuilder().parseCaseInsensitive();
    }
}
