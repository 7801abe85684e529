package dev.medley.server.declared.expression;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers of trees, and those that the library computes with. */
final class Numbers {

    /** JavaScript writes whole numbers below this one without an exponent. */
    private static final double LARGEST_PLAIN = 1e21;

    /** A double has as many digits of every fraction, so that it is written as the fraction was. */
    private static final int DIGITS_OF_DOUBLE = 15;

    private Numbers() {}

    /** The result of a computation as a number of a tree. */
    static Number of(double value) {
        if (!Double.isFinite(value)) {
            throw new Refusal("a number is out of range");
        }
        long whole = (long) value;
        if (whole == value) {
            if ((int) whole == whole) {
                return (int) whole;
            }
            return whole;
        }
        BigDecimal exact = new BigDecimal(value);
        return Math.abs(value) < LARGEST_PLAIN && value == Math.rint(value)
                ? exact.toBigIntegerExact()
                : BigDecimal.valueOf(value).stripTrailingZeros();
    }

    /**
     * A number of a tree for the library. Fractions that a double writes with the same digits become doubles, so that they equal
     * computed ones within lists and objects, too. Numbers beyond the range of doubles become infinite, which the library
     * refuses to compute with.
     */
    static Number forLibrary(Number value) {
        if (value instanceof BigDecimal fraction) {
            double approximate = fraction.doubleValue();
            return Double.isInfinite(approximate) || hasSameDigits(fraction) ? (Number) approximate : fraction;
        }
        if (value instanceof BigInteger whole) {
            double approximate = whole.doubleValue();
            return Double.isInfinite(approximate) ? (Number) approximate : whole;
        }
        return value;
    }

    private static boolean hasSameDigits(BigDecimal fraction) {
        return fraction.scale() > 0
                && fraction.scale() <= DIGITS_OF_DOUBLE
                && fraction.precision() <= DIGITS_OF_DOUBLE
                && fraction.unscaledValue().longValue() % 10 != 0;
    }

    /** A number for a function of the library that knows integers and doubles only. */
    static Number plain(Number value) {
        return value instanceof Integer || value instanceof Long ? value : finite(value.doubleValue());
    }

    /** The number as the library would compute it. */
    static Number finite(double value) {
        Number number = of(value);
        return number instanceof Integer || number instanceof Long ? number : (Number) value;
    }

    static BigDecimal exact(Number value) {
        if (value instanceof BigDecimal fraction) {
            return fraction;
        }
        if (value instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        return value instanceof Double
                ? BigDecimal.valueOf(finite(value.doubleValue()).doubleValue())
                : BigDecimal.valueOf(value.longValue());
    }

    /** Makes equal numbers equal objects. */
    static Object key(Number value) {
        BigDecimal exact = exact(value);
        return exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros();
    }
}
