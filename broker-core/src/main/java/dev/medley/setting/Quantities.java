package dev.medley.setting;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Parsers of numbers that have a unit. */
final class Quantities {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)([A-Za-z]+)");
    private static final BigDecimal SHORT = BigDecimal.valueOf(1_000);
    private static final String PATTERN = "[0-9]{1,12}(\\.[0-9]{1,9})?(%s)";

    private Quantities() {}

    /** A name of a unit, and its multiple of the smallest one. */
    private record Unit(String name, long multiple) {}

    private static final List<Unit> TIMES = List.of(
            new Unit("us", 1_000L),
            new Unit("ms", 1_000_000L),
            new Unit("s", 1_000_000_000L),
            new Unit("m", 60_000_000_000L),
            new Unit("h", 3_600_000_000_000L));
    private static final List<Unit> SIZES =
            List.of(new Unit("B", 1), new Unit("KiB", 1L << 10), new Unit("MiB", 1L << 20), new Unit("GiB", 1L << 30));

    /** The number in the smallest unit, without zeros at its end. */
    private static BigDecimal parse(String text, List<Unit> units, String kind, String expected) {
        if (text.equals("0")) {
            return BigDecimal.ZERO;
        }
        if (NUMBER.matcher(text).matches()) {
            throw new InvalidValueException(text, "has no unit", expected);
        }
        Matcher matcher = WITH_UNIT.matcher(text);
        @Nullable
        Unit unit = matcher.matches()
                ? units.stream()
                        .filter(each -> each.name().equals(matcher.group(2)))
                        .findFirst()
                        .orElse(null)
                : null;
        if (unit == null) {
            throw new InvalidValueException(text, "is not " + kind, expected);
        }
        return new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unit.multiple()))
                .stripTrailingZeros();
    }

    /** The number in the smallest unit in which it is short, otherwise in the largest in which it is whole. */
    private static String format(BigDecimal amount, List<Unit> units) {
        String text = amount.toPlainString() + units.get(0).name();
        for (Unit unit : units) {
            BigDecimal[] number = amount.divideAndRemainder(BigDecimal.valueOf(unit.multiple()));
            if (number[1].signum() == 0) {
                text = number[0].toPlainString() + unit.name();
                if (number[0].compareTo(SHORT) < 0) {
                    return text;
                }
            }
        }
        return text;
    }

    private static String names(List<Unit> units) {
        List<String> names = units.stream().map(Unit::name).toList();
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    private static void describe(ObjectNode schema, List<Unit> units, boolean zero, List<String> examples) {
        String pattern = PATTERN.formatted(units.stream().map(Unit::name).collect(Collectors.joining("|")));
        if (zero) {
            schema.putArray("type").add("string").add("integer");
            schema.put("pattern", "^(0|" + pattern + ")$").put("minimum", 0).put("maximum", 0);
        } else {
            schema.put("type", "string").put("pattern", "^(?=.*[1-9])" + pattern + "$");
        }
        examples.forEach(schema.putArray("examples")::add);
    }

    /**
     * A span of time.
     *
     * @param step the smallest difference, a microsecond or a millisecond
     * @param zero whether it may be none at all
     * @param max the longest
     */
    record DurationParser(Duration step, boolean zero, Duration max) implements ValueParser<Duration> {

        private List<Unit> units() {
            return TIMES.stream()
                    .filter(unit -> unit.multiple() >= step.toNanos())
                    .toList();
        }

        @Override
        public Duration parse(String text) {
            BigDecimal nanos = Quantities.parse(text, units(), "a duration", expected());
            checkPositive(text, nanos.signum());
            if (nanos.remainder(BigDecimal.valueOf(step.toNanos())).signum() != 0) {
                boolean milliseconds = step.equals(Duration.ofMillis(1));
                throw new InvalidValueException(
                        text,
                        milliseconds ? "is finer than a millisecond" : "is finer than a microsecond",
                        milliseconds ? "whole milliseconds" : "whole microseconds");
            }
            if (nanos.compareTo(BigDecimal.valueOf(max.toNanos())) > 0) {
                throw tooLong(text);
            }
            return Duration.ofNanos(nanos.longValueExact());
        }

        private void checkPositive(String text, int sign) {
            if (sign < 0 || (sign == 0 && !zero)) {
                throw new InvalidValueException(
                        text, sign == 0 ? "is no time at all" : "is negative", zero ? "0ms or more" : "more than 0ms");
            }
        }

        private InvalidValueException tooLong(String text) {
            String longest = max.toHours() + "h";
            return max.equals(Duration.ofDays(365))
                    ? new InvalidValueException(text, "is longer than a year", longest + " or less")
                    : new InvalidValueException(text, "is too long", longest + " or less");
        }

        /** Of a value that was not parsed only the bounds count: a program may give a finer one. */
        @Override
        public void check(Duration value) {
            checkPositive(value.toString(), value.isNegative() ? -1 : value.isZero() ? 0 : 1);
            if (value.compareTo(max) > 0) {
                throw tooLong(value.toString());
            }
        }

        @Override
        public String format(Duration value) {
            return Quantities.format(BigDecimal.valueOf(value.toNanos()), units());
        }

        @Override
        public String expected() {
            return "a number with " + names(units()) + ", such as 800ms";
        }

        @Override
        public String unit() {
            return "duration";
        }

        @Override
        public void describe(ObjectNode schema) {
            Quantities.describe(schema, units(), zero, List.of("800ms", "1.5s", "2m", "1h"));
        }
    }

    /**
     * An amount of memory, in bytes.
     *
     * @param min the least
     * @param max the most
     */
    record SizeParser(long min, long max) implements ValueParser<Long> {

        @Override
        public Long parse(String text) {
            BigDecimal bytes = Quantities.parse(text, SIZES, "a size", expected());
            if (bytes.scale() > 0) {
                throw new InvalidValueException(text, "is finer than a byte", "whole bytes");
            }
            check(text, bytes);
            return bytes.longValueExact();
        }

        private void check(String text, BigDecimal bytes) {
            if (bytes.compareTo(BigDecimal.valueOf(max)) > 0) {
                throw new InvalidValueException(text, "is too much", format(max) + " or less");
            }
            if (bytes.compareTo(BigDecimal.valueOf(min)) < 0) {
                throw new InvalidValueException(text, "is too little", format(min) + " or more");
            }
        }

        @Override
        public void check(Long bytes) {
            check(bytes + "B", BigDecimal.valueOf(bytes));
        }

        @Override
        public String format(Long bytes) {
            return Quantities.format(BigDecimal.valueOf(bytes), SIZES);
        }

        @Override
        public String expected() {
            return "a number with " + names(SIZES) + ", such as 1MiB";
        }

        @Override
        public String unit() {
            return "size, %s to %s".formatted(format(min), format(max));
        }

        @Override
        public void describe(ObjectNode schema) {
            Quantities.describe(schema, SIZES, min == 0, List.of("512KiB", "1MiB"));
        }
    }
}
