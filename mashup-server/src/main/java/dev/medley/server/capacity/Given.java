package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of an option, as it was given.
 *
 * <p>Every method throws {@link IllegalArgumentException} if the value is not what it reads, with a message of one line
 * that names the option, the value and what is expected.
 *
 * @param option its name, such as {@code --users}
 * @param text its value
 */
public record Given(String option, String text) {

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
    private static final double LARGEST_SHARE = 0.9;
    private static final BigDecimal LONGEST =
            BigDecimal.valueOf(Duration.ofHours(1).toNanos());

    /** A whole number from 1 to {@code most}. */
    public int count(int most) {
        double number = number("a whole number from 1 to " + most);
        if (number != Math.rint(number) || number < 1 || number > most) {
            throw refusal("a whole number from 1 to " + most);
        }
        return (int) number;
    }

    /** A number that is more than 0. */
    public double positive() {
        double number = number("a number that is more than 0");
        if (number == 0) {
            throw refusal("a number that is more than 0");
        }
        return number;
    }

    /** A number from 0 to 0.9. */
    public double share() {
        double number = number("a number from 0 to 0.9");
        if (number > LARGEST_SHARE) {
            throw refusal("a number from 0 to 0.9");
        }
        return number;
    }

    /** A time that is more than none, and no more than an hour. */
    public Duration duration() {
        String expected = "a time with us, ms, s or m, such as 500ms";
        BigDecimal nanos = withUnit(NANOSECONDS, expected);
        if (nanos.signum() == 0) {
            throw refusal("more than no time");
        }
        if (nanos.compareTo(LONGEST) > 0) {
            throw refusal("an hour (60m) or less");
        }
        return Duration.ofNanos(nanos.longValue());
    }

    /** Times that are separated by commas. */
    public List<Duration> durations() {
        return Arrays.stream(text.split(",", -1))
                .map(part -> new Given(option, part.strip()).duration())
                .toList();
    }

    /** An amount of memory in bytes. */
    public long bytes() {
        return withUnit(BYTES, "a size with KiB, MiB or GiB, such as 1GiB").longValue();
    }

    /** An execution mode, by the name that the configuration uses. */
    public ExecutionMode mode() {
        return Arrays.stream(ExecutionMode.values())
                .filter(mode -> mode.configured().equals(text))
                .findFirst()
                .orElseThrow(() -> refusal("async, blocking or virtual"));
    }

    private double number(String expected) {
        if (!NUMBER.matcher(text).matches()) {
            throw refusal(expected);
        }
        return Double.parseDouble(text);
    }

    private BigDecimal withUnit(Map<String, BigDecimal> units, String expected) {
        Matcher matcher = WITH_UNIT.matcher(text);
        @Nullable BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (unit == null) {
            throw refusal(expected);
        }
        return new BigDecimal(matcher.group(1)).multiply(unit);
    }

    private IllegalArgumentException refusal(String expected) {
        return new IllegalArgumentException("%s: '%s' does not do; expected %s".formatted(option, text, expected));
    }
}
