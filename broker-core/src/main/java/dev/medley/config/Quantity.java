package dev.medley.config;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads numbers that have a unit. */
final class Quantity {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)([A-Za-z]+)");

    private Quantity() {}

    /**
     * The number in the smallest unit, without zeros after its point.
     *
     * @param text number and unit; also 0
     * @param units how much each is
     * @param kind what it is, such as {@code a duration}
     * @param expected what to write, as the end of a message
     * @throws Notation.Refusal if it is not such a number
     */
    static BigDecimal read(String text, Map<String, BigDecimal> units, String kind, String expected) {
        if (text.equals("0")) {
            return BigDecimal.ZERO;
        }
        if (NUMBER.matcher(text).matches()) {
            throw new Notation.Refusal(text, "has no unit", expected);
        }
        Matcher matcher = WITH_UNIT.matcher(text);
        @Nullable BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new Notation.Refusal(text, "is not " + kind, expected);
        }
        return new BigDecimal(matcher.group(1)).multiply(unit).stripTrailingZeros();
    }
}
