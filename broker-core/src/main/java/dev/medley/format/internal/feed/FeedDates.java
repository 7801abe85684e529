package dev.medley.format.internal.feed;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The dates that feeds have: those of RFC 3339 and of the W3C with parts missing, of RFC 822 with years of two digits and names of zones
 * that it does not know, of C's {@code asctime}, and of databases. Without a zone they are in UTC.
 */
public final class FeedDates {

    /** No date is longer, so that no search takes long. */
    private static final int MAX_LENGTH = 80;

    private static final int FIRST_OF_THIS_CENTURY = 90;
    private static final int MINUTES = 60;

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    /** Hours from UTC, as readers of feeds take them: any other name is UTC. */
    private static final Map<String, Integer> ZONES = Map.ofEntries(
            Map.entry("adt", -3),
            Map.entry("ast", -4),
            Map.entry("at", -4),
            Map.entry("edt", -4),
            Map.entry("est", -5),
            Map.entry("et", -5),
            Map.entry("cdt", -5),
            Map.entry("cst", -6),
            Map.entry("ct", -6),
            Map.entry("mdt", -6),
            Map.entry("mst", -7),
            Map.entry("mt", -7),
            Map.entry("pdt", -7),
            Map.entry("pst", -8),
            Map.entry("pt", -8),
            Map.entry("a", -1),
            Map.entry("n", 1),
            Map.entry("m", -12),
            Map.entry("y", 12),
            Map.entry("met", 1),
            Map.entry("mest", 2));

    private static final String TIME =
            "(?:(?<hour>\\d{1,2}):(?<minute>\\d{1,2})(?::(?<second>\\d{1,2})(?<fraction>[.,]\\d{1,12})?)?\\d*)";
    private static final String ZONE = "(?<zone>[a-z/]{0,40}[+-]\\d{1,2}:?\\d{0,2}|[a-z/_-]{1,40})";

    /** {@code 2004-01-01T19:48:21Z}, {@code 2004-01}, {@code 20040101}, {@code 2004-001}, {@code 2004-07-08 23:56:58.0}. */
    private static final Pattern ISO =
            Pattern.compile("(?<year>\\d{4})(?:-?(?<ordinal>\\d{3})|-?(?<month>\\d{1,2})(?:-?(?<day>\\d{1,2}))?)?"
                    + "(?:(?:t|\\s+)" + TIME + "\\s*" + ZONE + "?)?z?");

    /** {@code Thu, 01 Jan 2004 19:48:21 GMT}, and with day and month the other way round. */
    private static final Pattern MAIL = Pattern.compile("(?:[a-z]{3,9}\\.?,?\\s+)?"
            + "(?:(?<day>\\d{1,2})[\\s-]+(?<month>[a-z]{3,9})\\.?|(?<month2>[a-z]{3,9})\\.?\\s+(?<day2>\\d{1,2}),?)"
            + "[\\s-]+(?<year>\\d{4}|\\d{2})(?:,?\\s+" + TIME + "(?:\\s*" + ZONE + ")?)?(?:\\s+\\(?[a-z ]{1,40}\\)?)?");

    /** {@code Sun Jan 4 16:29:06 PST 2004}. */
    private static final Pattern ASCTIME = Pattern.compile("[a-z]{3,9}\\s+(?<month>[a-z]{3,9})\\s+(?<day>\\d{1,2})\\s+"
            + TIME + "\\s+(?:" + ZONE + "\\s+)?(?<year>\\d{4}|\\d{2})");

    /** {@code Fri, 2006/09/15 08:19:53 EDT}. */
    private static final Pattern SLASHES =
            Pattern.compile("(?:[a-z]{3,9},\\s+)?(?<year>\\d{4})/(?<month>\\d{1,2})/(?<day>\\d{1,2})\\s+" + TIME
                    + "(?:\\s*" + ZONE + ")?");

    private FeedDates() {}

    /** Returns the instant; null if the text is no date. */
    public static @Nullable Instant instant(String text) {
        String date = text.strip().toLowerCase(Locale.ROOT);
        if (date.isEmpty() || date.length() > MAX_LENGTH) {
            return null;
        }
        try {
            Instant instant = iso(date);
            instant = instant == null ? mail(date) : instant;
            instant = instant == null ? asctime(date) : instant;
            instant = instant == null ? slashes(date) : instant;
            // Beyond these years, no text is as RFC 3339 has it.
            return instant == null || isPlain(instant) ? instant : null;
        } catch (DateTimeException x) {
            return null;
        }
    }

    private static boolean isPlain(Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year >= 1 && year <= 9999;
    }

    private static @Nullable Instant iso(String date) {
        Matcher iso = ISO.matcher(date);
        if (!iso.matches()) {
            return null;
        }
        int year = number(iso, "year", 0);
        int ordinal = number(iso, "ordinal", 0);
        LocalDate day = ordinal > 0
                ? LocalDate.ofYearDay(year, ordinal)
                : LocalDate.of(year, number(iso, "month", 1), number(iso, "day", 1));
        return instant(day, iso);
    }

    private static @Nullable Instant mail(String date) {
        Matcher mail = MAIL.matcher(date);
        if (!mail.matches()) {
            return null;
        }
        boolean dayFirst = mail.group("day") != null;
        int month = month(mail.group(dayFirst ? "month" : "month2"));
        return month == 0
                ? null
                : instant(LocalDate.of(year(mail), month, number(mail, dayFirst ? "day" : "day2", 1)), mail);
    }

    private static @Nullable Instant asctime(String date) {
        Matcher asctime = ASCTIME.matcher(date);
        int month = asctime.matches() ? month(asctime.group("month")) : 0;
        return month == 0 ? null : instant(LocalDate.of(year(asctime), month, number(asctime, "day", 1)), asctime);
    }

    private static @Nullable Instant slashes(String date) {
        Matcher slashes = SLASHES.matcher(date);
        return slashes.matches()
                ? instant(LocalDate.of(year(slashes), number(slashes, "month", 1), number(slashes, "day", 1)), slashes)
                : null;
    }

    /** Years of two digits are from 1990 on. */
    private static int year(Matcher date) {
        int year = number(date, "year", 0);
        if (date.group("year").length() > 2) {
            return year;
        }
        return year + (year < FIRST_OF_THIS_CENTURY ? 2000 : 1900);
    }

    private static int month(String name) {
        return MONTHS.indexOf(name.substring(0, 3)) + 1;
    }

    private static int number(Matcher date, String group, int otherwise) {
        String digits = date.group(group);
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static Instant instant(LocalDate day, Matcher date) {
        int second = number(date, "second", 0);
        int hour = number(date, "hour", 0);
        // A leap second, and the end of a day, are the begin of what follows.
        LocalTime time = LocalTime.of(hour == 24 ? 0 : hour, number(date, "minute", 0), second == 60 ? 0 : second);
        return LocalDateTime.of(day, time)
                .plusDays(hour == 24 ? 1 : 0)
                .plusMinutes(second == 60 ? 1 : 0)
                .plusNanos(nanos(date.group("fraction")))
                .minusMinutes(offset(date.group("zone")))
                .toInstant(ZoneOffset.UTC);
    }

    private static long nanos(@Nullable String fraction) {
        if (fraction == null) {
            return 0;
        }
        return Long.parseLong((fraction.substring(1) + "000000000").substring(0, 9));
    }

    /** Returns the minutes that a zone is ahead of UTC. */
    private static int offset(@Nullable String zone) {
        if (zone == null) {
            return 0;
        }
        int sign = Math.max(zone.lastIndexOf('+'), zone.lastIndexOf('-'));
        if (sign < 0 || sign + 1 == zone.length() || !Character.isDigit(zone.charAt(sign + 1))) {
            String name = zone.startsWith("etc/") ? zone.substring(4) : zone;
            return ZONES.getOrDefault(name, 0) * MINUTES;
        }
        String digits = zone.substring(sign + 1).replace(":", "");
        int hours = Integer.parseInt(digits.substring(0, Math.min(2, digits.length())));
        int minutes = digits.length() > 2 ? Integer.parseInt(digits.substring(2)) : 0;
        return (zone.charAt(sign) == '-' ? -1 : 1) * (hours * MINUTES + minutes);
    }
}
