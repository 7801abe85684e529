package dev.medley.server.cli;

import dev.medley.config.ExecutionMode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of an option on the command line.
 *
 * <p>Every method throws {@link IllegalArgumentException} for a value that it cannot parse, with a message of one line
 * that names the option, the value and the expected form.
 *
 * @param option its name, such as {@code --users}
 * @param text its value
 */
record OptionValue(String option, String text) {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?");
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)([A-Za-z]+)");
    private static final Map<String, BigDecimal> NANOSECONDS = Map.of(
            "us", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000),
            "m", BigDecimal.valueOf(60_000_000_000L));
    private static final Map<String, BigDecimal> BYTES = Map.of(
            "KiB", BigDecimal.valueOf(1L << 10),
            "MiB", BigDecimal.valueOf(1L << 20),
            "GiB", BigDecimal.valueOf(1L << 30));
    private static final double MAX_SHARE = 0.9;
    private static final Duration MAX_DURATION = Duration.ofHours(1);

    /** A whole number from 1 to {@code max}. */
    int count(int max) {
        return (int) number("a whole number from 1 to " + max, n -> n == Math.rint(n) && n >= 1 && n <= max);
    }

    /** A number greater than 0. */
    double positive() {
        return number("a number greater than 0", n -> n > 0);
    }

    /** A number from 0 to 0.9. */
    double share() {
        return number("a number from 0 to 0.9", n -> n <= MAX_SHARE);
    }

    /** A time greater than 0, up to an hour. */
    Duration duration() {
        BigDecimal nanos = withUnit(NANOSECONDS, "a time with us, ms, s or m, such as 500ms");
        check(nanos.signum() > 0, "a time greater than 0");
        check(nanos.compareTo(BigDecimal.valueOf(MAX_DURATION.toNanos())) <= 0, "an hour (60m) or less");
        return Duration.ofNanos(nanos.longValue());
    }

    /** Times that are separated by commas. */
    List<Duration> durations() {
        return Arrays.stream(text.split(",", -1))
                .map(part -> new OptionValue(option, part.strip()).duration())
                .toList();
    }

    /** An amount of memory in bytes. */
    long bytes() {
        return withUnit(BYTES, "a size with KiB, MiB or GiB, such as 1GiB").longValue();
    }

    /** An execution mode, by its name in the configuration. */
    ExecutionMode mode() {
        return Arrays.stream(ExecutionMode.values())
                .filter(mode -> mode.configured().equals(text))
                .findFirst()
                .orElseThrow(() -> invalid("async, blocking or virtual"));
    }

    private double number(String expected, DoublePredicate allowed) {
        double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        check(allowed.test(number), expected);
        return number;
    }

    private BigDecimal withUnit(Map<String, BigDecimal> units, String expected) {
        Matcher matcher = WITH_UNIT.matcher(text);
        @Nullable BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (unit == null) {
            throw invalid(expected);
        }
        return new BigDecimal(matcher.group(1)).multiply(unit);
    }

    private void check(boolean valid, String expected) {
        if (!valid) {
            throw invalid(expected);
        }
    }

    private IllegalArgumentException invalid(String expected) {
        return new IllegalArgumentException("%s: invalid value '%s'; expected %s".formatted(option, text, expected));
    }
}
