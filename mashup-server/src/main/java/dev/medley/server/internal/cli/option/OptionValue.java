package dev.medley.server.internal.cli.option;

import dev.medley.config.ExecutionMode;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;

/**
 * The value of an option on the command line.
 *
 * <p>Every method throws {@link IllegalArgumentException} for a value that it cannot parse, with a message of one line
 * that names the option, the value and the expected form.
 *
 * @param option its name, such as {@code --users}
 * @param text its value
 */
public record OptionValue(String option, String text) {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?");
    private static final double MAX_SHARE = 0.9;
    private static final ValueParser<Duration> DURATION = ValueParsers.fineDuration(Duration.ofHours(1));
    private static final ValueParser<Long> SIZE = ValueParsers.size(1, Long.MAX_VALUE);
    private static final ValueParser<ExecutionMode> MODE =
            ValueParsers.choice("an execution mode", ExecutionMode.class, ExecutionMode::configured, Map.of());

    /** A whole number from 1 to {@code max}. */
    public int count(int max) {
        return (int) number("a whole number from 1 to " + max, n -> n == Math.rint(n) && n >= 1 && n <= max);
    }

    /** A number greater than 0. */
    public double positive() {
        return number("a number greater than 0", n -> n > 0);
    }

    /** A number from 0 to 0.9. */
    public double share() {
        return number("a number from 0 to 0.9", n -> n <= MAX_SHARE);
    }

    /** A time greater than 0, up to an hour. */
    public Duration duration() {
        return parse(DURATION);
    }

    /** Times that are separated by commas. */
    public List<Duration> durations() {
        return Arrays.stream(text.split(",", -1))
                .map(part -> new OptionValue(option, part.strip()).duration())
                .toList();
    }

    /** An amount of memory in bytes. */
    public long bytes() {
        return parse(SIZE);
    }

    /** An execution mode, by its name in the configuration. */
    public ExecutionMode mode() {
        return parse(MODE);
    }

    private <T> T parse(ValueParser<T> parser) {
        try {
            return parser.parse(text);
        } catch (InvalidValueException x) {
            throw new IllegalArgumentException(option + ": " + x.getMessage(), x);
        }
    }

    private double number(String expected, DoublePredicate allowed) {
        double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (!allowed.test(number)) {
            throw new IllegalArgumentException("%s: invalid value '%s'; expected %s".formatted(option, text, expected));
        }
        return number;
    }
}
