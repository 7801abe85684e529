package dev.medley.format.internal;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The texts of values that are neither lists nor maps. */
final class ScalarText {

    /** A number of more digits is written with an exponent. */
    private static final int MAX_DIGITS = 1000;

    private ScalarText() {}

    /**
     * Returns the text of a string, a number without an exponent, or a boolean; the empty text for null.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static String of(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof CharSequence || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("the number %s; expected a finite one".formatted(value));
            }
            return of(new BigDecimal(value.toString()).stripTrailingZeros());
        }
        if (value instanceof BigDecimal number) {
            return Math.abs((long) number.scale()) + number.precision() <= MAX_DIGITS
                    ? number.toPlainString()
                    : number.toString();
        }
        if (value instanceof Number) {
            return value.toString();
        }
        throw new IllegalArgumentException("%s; expected text, a number or a boolean".formatted(kind(value)));
    }

    private static String kind(Object value) {
        if (value instanceof java.util.Map) {
            return "an object";
        }
        return value instanceof Iterable
                ? "an array"
                : "a value of " + value.getClass().getName();
    }
}
