package dev.medley.server.internal.declared.expression.function;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import dev.medley.server.internal.declared.expression.value.Numbers;
import dev.medley.server.internal.declared.expression.value.ValueText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions of numbers, which take little time with numbers of any size. */
final class NumberFunctions {

    /** More digits than a computed number has on either side of its point. */
    private static final int MAX_DIGITS = ExactArithmetic.MAX_SCALE;

    /** Characters of a number as text: those of a number of a document. */
    private static final int MAX_LENGTH = 1000;

    private static final int DECIMAL_RADIX = 10;

    private static final Pattern DECIMAL =
            Pattern.compile("\\s*[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([Ee][-+]?[0-9]+)?\\s*");

    private static final Pattern WITH_RADIX = Pattern.compile("0[xX][0-9A-Fa-f]+|0[oO][0-7]+|0[bB][01]+");

    private static final int HEXADECIMAL = 16;
    private static final int OCTAL = 8;

    /** Characters of a number or a time in words. */
    private static final int MAX_TEXT = 10_000;

    private NumberFunctions() {}

    /** The library's own function of a text, whose time grows with the square of its length. */
    static @Nullable Object ofShortText(Call call) {
        checkShort(call, call.text(0));
        return call.original();
    }

    static void checkShort(Call call, @Nullable String text) {
        if (text != null && text.length() > MAX_TEXT) {
            throw call.refusal("the text has %d characters; expected at most %d".formatted(text.length(), MAX_TEXT));
        }
    }

    static @Nullable Object number(Call call) {
        Object value = call.argument(0);
        if (value instanceof Number) {
            return value;
        }
        if (value == Jsonata.NULL_VALUE) {
            throw call.refusal("null is not a number");
        }
        if (!(value instanceof String text)) {
            return value == null ? null : Boolean.TRUE.equals(value) ? 1 : 0;
        }
        if (text.length() > MAX_LENGTH) {
            throw call.refusal("the text has %d characters; expected at most %d".formatted(text.length(), MAX_LENGTH));
        }
        if (WITH_RADIX.matcher(text).matches()) {
            int radix = switch (text.charAt(1)) {
                case 'x', 'X' -> HEXADECIMAL;
                case 'o', 'O' -> OCTAL;
                default -> 2;
            };
            return ExactArithmetic.result(new BigDecimal(new BigInteger(text.substring(2), radix)));
        }
        if (!DECIMAL.matcher(text).matches()) {
            throw call.refusal(Wording.quoted(text) + " is not a number");
        }
        BigDecimal number;
        try {
            number = new BigDecimal(text.strip());
        } catch (NumberFormatException x) {
            throw call.refusal("the exponent of the number is out of range");
        }
        if (!Numbers.isInRange(number)) {
            throw call.refusal("the number is out of range");
        }
        return Numbers.of(number);
    }

    static @Nullable Object sum(Call call) {
        List<@Nullable Object> items = call.list(0);
        if (items == null) {
            return null;
        }
        Number sum = 0;
        for (Object item : items) {
            // Neither side is null, nor is a sum.
            sum = Objects.requireNonNull(ExactArithmetic.compute(sum, numberOf(item), '+'));
        }
        return sum;
    }

    static @Nullable Object average(Call call) {
        List<@Nullable Object> items = call.list(0);
        return items == null || items.isEmpty()
                ? null
                : ExactArithmetic.compute(numberOf(sum(call)), items.size(), '/');
    }

    static @Nullable Object max(Call call) {
        return extreme(call, 1);
    }

    static @Nullable Object min(Call call) {
        return extreme(call, -1);
    }

    private static @Nullable Object extreme(Call call, int sign) {
        List<@Nullable Object> items = call.list(0);
        if (items == null || items.isEmpty()) {
            return null;
        }
        Number extreme = numberOf(items.get(0));
        for (Object item : items) {
            Number number = numberOf(item);
            if (sign * Numbers.compare(number, extreme) > 0) {
                extreme = number;
            }
        }
        return extreme;
    }

    private static Number numberOf(@Nullable Object item) {
        if (item instanceof Number number) {
            return number;
        }
        throw new IllegalStateException("the signature has let pass what is not a number");
    }

    static @Nullable Object abs(Call call) {
        Number number = call.number(0);
        return number == null ? null : ExactArithmetic.absolute(number);
    }

    static @Nullable Object floor(Call call) {
        return rounded(call, 0, RoundingMode.FLOOR);
    }

    static @Nullable Object ceil(Call call) {
        return rounded(call, 0, RoundingMode.CEILING);
    }

    static @Nullable Object round(Call call) {
        int digits = Math.max(-MAX_DIGITS, Math.min(call.integer(1, 0), MAX_DIGITS));
        return rounded(call, digits, RoundingMode.HALF_EVEN);
    }

    private static @Nullable Object rounded(Call call, int digits, RoundingMode mode) {
        Number number = call.number(0);
        return number == null ? null : ExactArithmetic.rounded(number, digits, mode);
    }

    static @Nullable Object power(Call call) {
        Number base = call.number(0);
        Number exponent = call.number(1);
        if (base == null || exponent == null) {
            return null;
        }
        Number power = ExactArithmetic.power(base, exponent);
        if (power == null) {
            throw failure("D3061");
        }
        return power;
    }

    static @Nullable Object sqrt(Call call) {
        Number number = call.number(0);
        if (number == null) {
            return null;
        }
        if (Numbers.compare(number, 0) < 0) {
            throw failure("D3060");
        }
        return ExactArithmetic.squareRoot(number);
    }

    static @Nullable Object formatBase(Call call) {
        Number number = call.number(0);
        if (number == null) {
            return null;
        }
        int radix = call.integer(1, DECIMAL_RADIX);
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw failure("D3100");
        }
        BigDecimal whole = ExactArithmetic.operand(ExactArithmetic.rounded(number, 0, RoundingMode.HALF_EVEN));
        return whole.toBigInteger().toString(radix);
    }

    /** A failure that has a code of the library, which adds the position of the call. */
    private static JException failure(String code) {
        return new JException(code, ExpressionException.UNKNOWN);
    }

    static @Nullable Object string(Call call) {
        Object value = call.argument(0);
        return value == null ? null : ValueText.of(value, Boolean.TRUE.equals(call.argument(1)));
    }
}
