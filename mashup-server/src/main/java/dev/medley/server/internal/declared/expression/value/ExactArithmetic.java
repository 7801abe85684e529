package dev.medley.server.internal.declared.expression.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic of whole numbers and decimals. Sums, differences, products and remainders are exact as far as they have no more than
 * {@value #MAX_SCALE} digits after the point; quotients and roots are rounded to {@value #PRECISION} digits, those of IEEE 754's
 * decimal128, or to as many as the dividend has. Results beyond the range of doubles are refused, as in JSONata, so that no number
 * takes more than 809 digits.
 */
public final class ExactArithmetic {

    /** Digits of a quotient that has no end. */
    public static final int PRECISION = 34;

    /** Digits after the point of a result; more are rounded, half to even. */
    public static final int MAX_SCALE = 500;

    private static final MathContext ROUNDED = new MathContext(PRECISION, RoundingMode.HALF_EVEN);

    private static final int MAX_POWER = 999_999_999;

    private ExactArithmetic() {}

    /** Returns the sum, difference, product, quotient or remainder; null if there is none, as of the remainder of a division by 0. */
    public static @Nullable Number compute(Number left, Number right, char operator) {
        if (Numbers.isInteger(left) && Numbers.isInteger(right)) {
            Number result = whole(left.longValue(), right.longValue(), operator);
            if (result != null) {
                return result;
            }
        }
        BigDecimal one = operand(left);
        BigDecimal other = operand(right);
        return switch (operator) {
            case '+' -> result(one.add(other));
            case '-' -> result(one.subtract(other));
            case '*' -> result(one.multiply(other));
            case '/' -> quotient(one, other);
            default -> other.signum() == 0 ? null : result(one.remainder(other));
        };
    }

    /** Returns the result if it is whole and a {@code long}; otherwise null. */
    private static @Nullable Number whole(long left, long right, char operator) {
        switch (operator) {
            case '+' -> {
                long sum = left + right;
                return ((left ^ sum) & (right ^ sum)) < 0 ? null : Numbers.of(sum);
            }
            case '-' -> {
                long difference = left - right;
                return ((left ^ right) & (left ^ difference)) < 0 ? null : Numbers.of(difference);
            }
            case '*' -> {
                long product = left * right;
                return Math.multiplyHigh(left, right) == product >> (Long.SIZE - 1) ? Numbers.of(product) : null;
            }
            case '/' -> {
                // The smallest long divided by -1 is none.
                return right == 0 || right == -1 || left % right != 0 ? null : Numbers.of(left / right);
            }
            default -> {
                return right == 0 ? null : Numbers.of(left % right);
            }
        }
    }

    private static @Nullable Number quotient(BigDecimal dividend, BigDecimal divisor) {
        if (divisor.signum() == 0) {
            if (dividend.signum() == 0) {
                return null;
            }
            throw Numbers.outOfRange();
        }
        int precision = Math.max(PRECISION, dividend.precision());
        return result(dividend.divide(divisor, new MathContext(precision, RoundingMode.HALF_EVEN)));
    }

    /** The number to compute with: those beyond the range of doubles are refused, and digits after the point are bounded. */
    public static BigDecimal operand(Number number) {
        return bounded(Numbers.exact(number));
    }

    private static BigDecimal bounded(BigDecimal number) {
        if (number.scale() <= MAX_SCALE && number.scale() >= -Numbers.MAX_EXPONENT && number.precision() <= MAX_SCALE) {
            if (number.precision() - number.scale() > Numbers.MAX_EXPONENT && !Numbers.isInRange(number)) {
                throw Numbers.outOfRange();
            }
            return number;
        }
        // Looked at before anything is computed: one with a long exponent would take as many digits.
        if (number.signum() == 0 || Numbers.exponent(number) < -MAX_SCALE - 1) {
            return BigDecimal.ZERO;
        }
        if (!Numbers.isInRange(number)) {
            throw Numbers.outOfRange();
        }
        return number.scale() > MAX_SCALE ? number.setScale(MAX_SCALE, RoundingMode.HALF_EVEN) : number;
    }

    /** Returns a computed number within the bounds: rounded to {@value #MAX_SCALE} digits after the point, or refused. */
    public static Number result(BigDecimal number) {
        return Numbers.of(bounded(number));
    }

    /** Returns the exact negative; unlike a result, it is neither rounded nor refused. */
    public static Number negated(Number number) {
        if (Numbers.isInteger(number) && number.longValue() != Long.MIN_VALUE) {
            return Numbers.of(-number.longValue());
        }
        return Numbers.of(Numbers.exact(number).negate());
    }

    /** Returns the number without its sign: the same object if it is not negative, else as {@link #negated} does. */
    public static Number absolute(Number number) {
        return Numbers.compare(number, 0) < 0 ? negated(number) : number;
    }

    /** Returns the number rounded to digits after the point, or before it if they are negative. */
    public static Number rounded(Number number, int digits, RoundingMode mode) {
        if (Numbers.isWhole(number) && digits >= 0) {
            return number;
        }
        BigDecimal exact = Numbers.exact(number);
        if (exact.scale() <= digits) {
            return Numbers.of(exact);
        }
        if (Numbers.exponent(exact) < -(long) digits - 1) {
            // Less than half of the last digit, however many there are after it.
            boolean away = mode == (exact.signum() < 0 ? RoundingMode.FLOOR : RoundingMode.CEILING);
            return away && exact.signum() != 0 ? Numbers.of(BigDecimal.valueOf(exact.signum(), digits)) : 0;
        }
        return Numbers.of(exact.setScale(digits, mode));
    }

    /**
     * Returns the power: exact if the exponent is whole, not negative, and the result has no more digits than a number may have;
     * rounded if it has or the exponent is negative; a double if the exponent is a fraction.
     *
     * @return null if it is out of range
     */
    public static @Nullable Number power(Number base, Number exponent) {
        BigDecimal number = operand(base).stripTrailingZeros();
        double approximate = Math.pow(number.doubleValue(), exponent.doubleValue());
        if (!Double.isFinite(approximate)) {
            return null;
        }
        BigDecimal times = Numbers.exact(exponent);
        boolean whole = approximate != 0
                && times.abs().compareTo(BigDecimal.valueOf(MAX_POWER)) <= 0
                && times.remainder(BigDecimal.ONE).signum() == 0;
        if (!whole) {
            return Numbers.of(approximate);
        }
        int count = times.intValueExact();
        boolean exact = count >= 0
                && (long) number.scale() * count <= MAX_SCALE
                && (long) number.precision() * count <= 2 * MAX_SCALE;
        if (exact) {
            return result(number.pow(count));
        }
        BigDecimal rounded = number.pow(Math.abs(count), ROUNDED);
        return result(count < 0 ? BigDecimal.ONE.divide(rounded, ROUNDED) : rounded);
    }

    /** Returns the root; callers refuse negative numbers, for which it throws an {@link ArithmeticException}. */
    public static Number squareRoot(Number number) {
        return result(operand(number).sqrt(ROUNDED));
    }
}
