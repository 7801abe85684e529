package dev.medley.setting.internal;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Numbers that have a unit. Amounts count the smallest unit.
 *
 * @param kind such as {@code a duration}
 * @param smallest the smallest unit in a word
 * @param units from the smallest
 * @param examples of values
 */
record Quantities(String kind, String smallest, List<Unit> units, List<String> examples) {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)([A-Za-z]+)");
    private static final String PATTERN = "[0-9]{1,12}(\\.[0-9]{1,9})?(%s)";
    private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int SHORT = 1_000;

    private static final List<String> DURATIONS = List.of("800ms", "1.5s", "2m", "1h");
    private static final Quantities MILLISECONDS = new Quantities(
            "a duration",
            "millisecond",
            List.of(
                    new Unit("ms", 1),
                    new Unit("s", 1_000),
                    new Unit("m", 60_000),
                    new Unit("h", 3_600_000),
                    new Unit("d", 86_400_000)),
            DURATIONS);
    private static final Quantities MICROSECONDS = new Quantities(
            "a duration",
            "microsecond",
            List.of(
                    new Unit("us", 1),
                    new Unit("ms", 1_000),
                    new Unit("s", 1_000_000),
                    new Unit("m", 60_000_000),
                    new Unit("h", 3_600_000_000L)),
            DURATIONS);
    private static final Quantities BYTES = new Quantities(
            "a size",
            "byte",
            List.of(new Unit("B", 1), new Unit("KiB", 1L << 10), new Unit("MiB", 1L << 20), new Unit("GiB", 1L << 30)),
            List.of("1MiB", "512KiB"));

    /** A name of a unit, and its multiple of the smallest one. */
    private record Unit(String name, long multiple) {}

    static ValueParser<Duration> duration(ChronoUnit smallest, boolean zero, Duration max) {
        Quantities scale = smallest == ChronoUnit.MICROS ? MICROSECONDS : MILLISECONDS;
        return ValueParsers.single(
                text -> {
                    Duration value = Duration.of(scale.parse(text), smallest);
                    checkDuration(text, value, zero, max);
                    return value;
                },
                value -> scale.format(value.dividedBy(smallest.getDuration())),
                value -> checkDuration(value.toString(), value, zero, max),
                scale.expected(),
                "duration",
                ValueParsers.NOT_TEXT,
                schema -> scale.describe(schema, zero));
    }

    private static void checkDuration(String text, Duration value, boolean zero, Duration max) {
        if (value.isNegative() || (value.isZero() && !zero)) {
            String fault = value.isZero() ? "is too short" : "is negative";
            throw new InvalidValueException(text, fault, zero ? "0ms or more" : "more than 0ms");
        }
        if (value.compareTo(max) > 0) {
            String fault = max.equals(ValueParsers.MAX_DURATION) ? "is longer than a year" : "is too long";
            throw new InvalidValueException(text, fault, max.toHours() + "h or less");
        }
    }

    static ValueParser<Long> size(long min, long max) {
        ObjLongConsumer<String> check = (text, bytes) -> {
            if (bytes < min || bytes > max) {
                throw bytes < min
                        ? new InvalidValueException(text, "is too small", BYTES.format(min) + " or more")
                        : new InvalidValueException(text, "is too large", BYTES.format(max) + " or less");
            }
        };
        return ValueParsers.single(
                text -> {
                    long bytes = BYTES.parse(text);
                    check.accept(text, bytes);
                    return bytes;
                },
                BYTES::format,
                bytes -> check.accept(bytes + "B", bytes),
                BYTES.expected(),
                "size, %s to %s".formatted(BYTES.format(min), BYTES.format(max)),
                ValueParsers.NOT_TEXT,
                schema -> BYTES.describe(schema, min == 0));
    }

    /** Returns the amount; the maximum of all amounts if it is even more. */
    private long parse(String text) {
        if (text.equals("0")) {
            return 0;
        }
        if (NUMBER.matcher(text).matches()) {
            throw new InvalidValueException(text, "has no unit", expected());
        }
        Matcher matcher = WITH_UNIT.matcher(text);
        BigDecimal amount = units.stream()
                .filter(unit -> matcher.matches() && unit.name().equals(matcher.group(2)))
                .map(unit -> new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit.multiple())))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(text, "is not " + kind, expected()));
        if (amount.stripTrailingZeros().scale() > 0) {
            throw new InvalidValueException(text, "is finer than a " + smallest, "whole " + smallest + "s");
        }
        return amount.min(MAX_AMOUNT).longValue();
    }

    /** Returns the number in the smallest unit in which it is short, otherwise in the largest in which it is whole. */
    private String format(long amount) {
        List<Unit> whole =
                units.stream().filter(unit -> amount % unit.multiple() == 0).toList();
        Unit chosen = whole.stream()
                .filter(unit -> amount / unit.multiple() < SHORT)
                .findFirst()
                .orElse(whole.get(whole.size() - 1));
        return amount / chosen.multiple() + chosen.name();
    }

    private String expected() {
        String names = ValueParsers.anyOf(units.stream().map(Unit::name).toList());
        return "a number with " + names + ", such as " + examples.get(0);
    }

    private void describe(ObjectNode schema, boolean zero) {
        String pattern = PATTERN.formatted(units.stream().map(Unit::name).collect(Collectors.joining("|")));
        if (zero) {
            schema.putArray("type").add("string").add("integer");
            schema.put("pattern", "^(0|" + pattern + ")$").put("minimum", 0).put("maximum", 0);
        } else {
            schema.put("type", "string").put("pattern", "^(?=.*[1-9])" + pattern + "$");
        }
        examples.forEach(schema.putArray("examples")::add);
    }
}
