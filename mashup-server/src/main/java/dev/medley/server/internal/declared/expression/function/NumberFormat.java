package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code $formatNumber}, after XPath's {@code fn:format-number}. The library's own is that of Java: it groups digits,
 * writes exponents and takes pictures in other ways.
 */
final class NumberFormat {

    /** Characters of a picture: nobody writes as many, and the time grows with their square. */
    private static final int MAX_PICTURE = 1000;

    private final NumberSymbols symbols;
    private final NumberPicture picture;

    private NumberFormat(NumberSymbols symbols, NumberPicture picture) {
        this.symbols = symbols;
        this.picture = picture;
    }

    static @Nullable Object format(Call call) {
        Number number = call.number(0);
        String text = call.text(1);
        if (number == null) {
            return null;
        }
        if (text == null) {
            throw call.refusal("the picture is undefined; expected a string");
        }
        if (text.length() > MAX_PICTURE) {
            throw call.refusal(
                    "the picture has %d characters; expected at most %d".formatted(text.length(), MAX_PICTURE));
        }
        NumberSymbols symbols = NumberSymbols.of(call.argument(2) instanceof Map<?, ?> options ? options : null);
        int separator = text.indexOf(symbols.separator());
        if (separator >= 0 && text.indexOf(symbols.separator(), separator + 1) >= 0) {
            throw call.refusal("the picture has more than one pattern separator");
        }
        NumberPicture positive = new NumberPicture(symbols, separator < 0 ? text : text.substring(0, separator));
        NumberPicture negative = separator < 0 ? positive : new NumberPicture(symbols, text.substring(separator + 1));
        BigDecimal value = ExactArithmetic.operand(number);
        boolean isNegative = value.signum() < 0;
        String formatted = new NumberFormat(symbols, isNegative ? negative : positive).format(value.abs());
        return isNegative && separator < 0 ? symbols.minus() + formatted : formatted;
    }

    private String format(BigDecimal value) {
        BigDecimal mantissa = value.movePointRight(picture.scale());
        int exponent = 0;
        if (picture.minExponent() > 0 && mantissa.signum() != 0) {
            BigDecimal most = BigDecimal.ONE.scaleByPowerOfTen(picture.scalingFactor());
            BigDecimal least = most.movePointLeft(1);
            for (; mantissa.compareTo(least) < 0; exponent--) {
                mantissa = mantissa.movePointRight(1);
            }
            for (; mantissa.compareTo(most) > 0; exponent++) {
                mantissa = mantissa.movePointLeft(1);
            }
        }
        StringBuilder text = new StringBuilder(picture.prefix());
        appendMantissa(text, mantissa.setScale(picture.maxFraction(), RoundingMode.HALF_EVEN));
        if (picture.minExponent() > 0) {
            text.append(symbols.exponent())
                    .append(exponent < 0 ? symbols.minus() : "")
                    .append(symbols.localized(padded(String.valueOf(Math.abs(exponent)), picture.minExponent())));
        }
        return text.append(picture.suffix()).toString();
    }

    private void appendMantissa(StringBuilder text, BigDecimal rounded) {
        String plain = rounded.toPlainString();
        int point = plain.indexOf('.');
        String whole = point < 0 ? plain : plain.substring(0, point);
        String fraction = point < 0 ? "" : plain.substring(point + 1);
        whole = padded(whole.replaceFirst("^0+", ""), picture.minWhole());
        int last = fraction.length();
        while (last > 0 && fraction.charAt(last - 1) == '0') {
            last--;
        }
        fraction = fraction.substring(0, last) + "0".repeat(Math.max(0, picture.minFraction() - last));
        appendGroups(text, symbols.localized(whole));
        if (picture.hasPoint() && !fraction.isEmpty()) {
            text.append(symbols.point());
            appendFraction(text, symbols.localized(fraction));
        }
    }

    private static String padded(String digits, int length) {
        return "0".repeat(Math.max(0, length - digits.length())) + digits;
    }

    private void appendGroups(StringBuilder text, String digits) {
        List<Integer> positions = picture.wholeGroups();
        int regular = regular(positions);
        for (int i = 0; i < digits.length(); i++) {
            int behind = digits.length() - i;
            boolean separated = regular > 0 ? behind % regular == 0 : positions.contains(behind);
            if (i > 0 && separated) {
                text.append(symbols.group());
            }
            text.append(digits.charAt(i));
        }
    }

    private void appendFraction(StringBuilder text, String digits) {
        List<Integer> positions = picture.fractionGroups();
        for (int i = 0; i < digits.length(); i++) {
            if (positions.contains(i)) {
                text.append(symbols.group());
            }
            text.append(digits.charAt(i));
        }
    }

    /** The distance of separators that stand at all its multiples, and so repeat to the left; 0 for others. */
    static int regular(List<Integer> positions) {
        if (positions.isEmpty()) {
            return 0;
        }
        int distance = positions.stream().reduce(NumberFormat::commonDivisor).orElseThrow();
        for (int i = 1; i <= positions.size(); i++) {
            if (!positions.contains(i * distance)) {
                return 0;
            }
        }
        return distance;
    }

    private static int commonDivisor(int one, int other) {
        return other == 0 ? one : commonDivisor(other, one % other);
    }
}
