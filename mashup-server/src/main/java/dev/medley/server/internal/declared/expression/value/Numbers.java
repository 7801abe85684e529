package dev.medley.server.internal.declared.expression.value;

import com.dashjoin.jsonata.JException;
import dev.medley.server.internal.declared.expression.syntax.Refusal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Numbers of trees and of expressions: an {@link Integer}, {@link Long} or {@link BigInteger} if they are whole, else a
 * {@link BigDecimal}, which may be whole as well. The library makes a {@link Double} of a random number only.
 */
public final class Numbers {

    /** Digits of whole numbers that JavaScript writes without an exponent. */
    private static final int MAX_PLAIN_DIGITS = 21;

    /** Digits of the whole numbers of documents. */
    private static final int MAX_DIGITS = 1000;

    /** Digits of each {@code long}. */
    private static final int LONG_DIGITS = 18;

    /** The exponent of the largest double, and so of the largest number that is computed, as in JSONata. */
    static final int MAX_EXPONENT = 308;

    private static final BigDecimal LARGEST = new BigDecimal(Double.MAX_VALUE);

    private Numbers() {}

    /** The number of a literal that the library has read. */
    public static Number parse(String literal) {
        return of(new BigDecimal(literal));
    }

    /** The number in the class and with the digits that a computed one has. */
    public static Number of(BigDecimal number) {
        if (number.signum() == 0) {
            return 0;
        }
        BigDecimal shortest = number.scale() > 0 ? number.stripTrailingZeros() : number;
        if (shortest.scale() > 0) {
            return shortest;
        }
        long digits = (long) shortest.precision() - shortest.scale();
        if (digits <= LONG_DIGITS) {
            return of(shortest.longValue());
        }
        if (digits > MAX_PLAIN_DIGITS) {
            shortest = shortest.stripTrailingZeros();
            if (shortest.precision() <= MAX_PLAIN_DIGITS || digits > MAX_DIGITS) {
                return shortest;
            }
        }
        BigInteger whole = shortest.toBigInteger();
        return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : whole;
    }

    /** Returns an {@link Integer} if the number is in its range, else a {@link Long}. */
    public static Number of(long whole) {
        if ((int) whole == whole) {
            return (int) whole;
        }
        return whole;
    }

    /** A number of the library as a number of a tree. */
    public static Number of(double value) {
        return of(exact(value));
    }

    /**
     * A number of a tree for the library.
     *
     * @throws Refusal if it is none
     */
    static Number forLibrary(Number value) {
        return value instanceof Double || value instanceof Float ? of(value.doubleValue()) : value;
    }

    static boolean isInteger(Number value) {
        return value instanceof Integer || value instanceof Long;
    }

    static boolean isWhole(Number value) {
        return isInteger(value) || value instanceof BigInteger;
    }

    static BigDecimal exact(Number value) {
        if (value instanceof BigDecimal fraction) {
            return fraction;
        }
        if (value instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        return value instanceof Double ? exact(value.doubleValue()) : BigDecimal.valueOf(value.longValue());
    }

    private static BigDecimal exact(double value) {
        if (!Double.isFinite(value)) {
            throw outOfRange();
        }
        return BigDecimal.valueOf(value);
    }

    /** The exponent of the first digit. */
    static long exponent(BigDecimal number) {
        return (long) number.precision() - number.scale() - 1;
    }

    /** Whether a number that is not zero is as large as a double may be. */
    public static boolean isInRange(BigDecimal number) {
        long exponent = exponent(number);
        return exponent < MAX_EXPONENT
                || (exponent == MAX_EXPONENT && number.abs().compareTo(LARGEST) <= 0);
    }

    static JException outOfRange() {
        return new Refusal("a number is out of range");
    }

    /** Compares the values exactly, whatever their classes; a {@link Double} that is not finite is refused. */
    public static int compare(Number one, Number other) {
        return isInteger(one) && isInteger(other)
                ? Long.compare(one.longValue(), other.longValue())
                : exact(one).compareTo(exact(other));
    }

    /** Makes equal numbers equal objects. */
    public static Object key(Number value) {
        if (isInteger(value)) {
            return value.longValue();
        }
        BigDecimal exact = exact(value).stripTrailingZeros();
        return exact.scale() <= 0 && exponent(exact) < LONG_DIGITS ? (Object) exact.longValue() : exact;
    }

    /**
     * The number rounded down to an int, for positions and counts: one beyond the range of ints becomes the smallest or largest.
     */
    static int toInt(Number value) {
        if (value instanceof Integer) {
            return value.intValue();
        }
        return (int) ExactArithmetic.rounded(value, 0, RoundingMode.FLOOR).doubleValue();
    }

    /** The digits of a number, as JSON has them. */
    static String text(Number value) {
        if (!(value instanceof BigDecimal fraction)) {
            return value.toString();
        }
        // Exponents as JavaScript writes them, and where it does.
        return (fraction.scale() < 0 ? of(fraction) : fraction).toString().replace('E', 'e');
    }
}
