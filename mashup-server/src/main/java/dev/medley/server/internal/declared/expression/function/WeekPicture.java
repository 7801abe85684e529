package dev.medley.server.internal.declared.expression.function;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.function.BiFunction;

/**
 * The components {@code [X]}, {@code [x]} and {@code [w]} of pictures of {@code $fromMillis}: year and month that the week belongs
 * to, which are those of its Thursday, and its number in the month. The library gives the year and the month of the day, and other
 * numbers.
 */
final class WeekPicture {

    private static final int DAYS = 7;

    private final LocalDate thursday;
    private final BiFunction<Long, String, String> format;

    /**
     * For pictures of a day.
     *
     * @param format the library's function of milliseconds and a picture
     */
    WeekPicture(LocalDate day, BiFunction<Long, String, String> format) {
        thursday = day.with(DayOfWeek.THURSDAY);
        this.format = format;
    }

    /** Returns the picture with texts in place of these components. */
    String applied(String picture) {
        StringBuilder applied = new StringBuilder();
        int at = 0;
        while (at < picture.length()) {
            int end = picture.indexOf(']', at);
            if (picture.charAt(at) != '[' || picture.startsWith("[[", at) || end < 0) {
                int length = picture.startsWith("[[", at) ? 2 : 1;
                applied.append(picture, at, at + length);
                at += length;
                continue;
            }
            String marker = picture.substring(at + 1, end).strip();
            String component = marker.isEmpty() ? "" : marker.substring(0, 1);
            switch (component) {
                case "X" -> appendText(applied, year(marker.substring(1)));
                case "x" -> appendText(applied, formatted(thursday, "M" + marker.substring(1)));
                case "w" -> appendText(applied, formatted(dayOf(weekOfMonth()), "D" + marker.substring(1)));
                default -> applied.append(picture, at, end + 1);
            }
            at = end + 1;
        }
        return applied.toString();
    }

    private static void appendText(StringBuilder picture, String text) {
        picture.append(text.replace("[", "[[").replace("]", "]]"));
    }

    private int weekOfMonth() {
        return (thursday.getDayOfMonth() - 1) / DAYS + 1;
    }

    /** A day of a month with the number that is to be formatted. */
    private static LocalDate dayOf(int number) {
        return LocalDate.of(2000, 1, number);
    }

    /** The year as a component of the library: other years are cut to the digits that their pictures have. */
    private String year(String presentation) {
        boolean cut = presentation.chars().filter(Character::isDigit).count()
                        < String.valueOf(thursday.getYear()).length()
                && !presentation.isEmpty()
                && presentation.chars().allMatch(c -> c == '#' || Character.isDigit(c));
        return formatted(thursday, cut ? "Y" : "Y" + presentation);
    }

    private String formatted(LocalDate day, String marker) {
        long millis = day.atTime(LocalTime.NOON).toInstant(ZoneOffset.UTC).toEpochMilli();
        return format.apply(millis, "[" + marker + "]");
    }
}
