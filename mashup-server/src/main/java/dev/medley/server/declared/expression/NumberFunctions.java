package dev.medley.server.declared.expression;

import com.dashjoin.jsonata.Jsonata;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Functions of numbers, which take little time with numbers of any size. */
final class NumberFunctions {

    /** More digits than a double has on either side of its point. */
    private static final int MAX_DIGITS = 400;

    /** Characters of a number or a time in words. */
    private static final int MAX_TEXT = 10_000;

    private NumberFunctions() {}

    /** The library's own function of a text, whose time grows with the square of its length. */
    static @Nullable Object ofShortText(Call call) {
        String text = call.text(0);
        if (text != null && text.length() > MAX_TEXT) {
            throw call.refusal("the text has %d characters; expected %d at most".formatted(text.length(), MAX_TEXT));
        }
        return call.original();
    }

    static @Nullable Object number(Call call) {
        Object value = call.argument(0);
        if (value instanceof Number) {
            return value;
        }
        if (value == Jsonata.NULL_VALUE) {
            throw call.refusal("null is not a number");
        }
        try {
            return call.original();
        } catch (NumberFormatException x) {
            throw call.refusal(Wording.quoted(String.valueOf(value)) + " is not a number");
        }
    }

    static @Nullable Object round(Call call) {
        Number number = call.number(0);
        if (number == null) {
            return null;
        }
        int digits = Math.max(-MAX_DIGITS, Math.min(call.integer(1, 0), MAX_DIGITS));
        boolean whole = number instanceof Integer || number instanceof Long || number instanceof BigInteger;
        if (whole && digits >= 0) {
            return number;
        }
        BigDecimal exact = Numbers.exact(Numbers.plain(number));
        return Numbers.finite(exact.setScale(digits, RoundingMode.HALF_EVEN).doubleValue());
    }

    static @Nullable Object formatNumber(Call call) {
        boolean exact = call.number(0) instanceof BigDecimal fraction
                && Math.abs(fraction.scale()) <= MAX_DIGITS
                && fraction.precision() <= MAX_DIGITS;
        return exact ? call.original() : call.originalOfPlainNumbers();
    }
}
