package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.syntax.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A picture of {@code $formatNumber} for numbers of one sign: what a sub-picture of XPath's {@code fn:format-number} says (F&amp;O
 * 3.1, section 4.7), in the reading of JSONata. Immutable.
 */
final class NumberPicture {

    private final NumberSymbols symbols;
    private final String text;
    private final String prefix;
    private final String suffix;
    /** The part with the digits, and those of it. */
    private final String active;

    private final String mantissa;
    private final @Nullable String exponent;
    private final String whole;
    private final String fraction;

    /** Reads a sub-picture. */
    NumberPicture(NumberSymbols symbols, String text) {
        this.symbols = symbols;
        this.text = text;
        int begin = 0;
        while (begin < text.length() && !symbols.delimits(text.charAt(begin))) {
            begin++;
        }
        int end = text.length();
        while (end > 0 && !symbols.delimits(text.charAt(end - 1))) {
            end--;
        }
        prefix = begin == text.length() ? "" : text.substring(0, begin);
        suffix = end == 0 ? "" : text.substring(end);
        active = text.substring(prefix.length(), Math.max(prefix.length(), text.length() - suffix.length()));
        int at = active.indexOf(symbols.exponent());
        mantissa = at < 0 ? active : active.substring(0, at);
        exponent = at < 0 ? null : active.substring(at + 1);
        int point = mantissa.indexOf(symbols.point());
        whole = point < 0 ? mantissa : mantissa.substring(0, point);
        fraction = point < 0 ? "" : mantissa.substring(point + 1);
        check();
    }

    private void check() {
        char group = symbols.group();
        refuseIf(occurs(String.valueOf(symbols.point())) > 1, "more than one decimal separator");
        refuseIf(occurs(symbols.percent()) + occurs(symbols.perMille()) > 1, "more than one percent or per-mille sign");
        refuseIf(mantissa.chars().noneMatch(c -> symbols.isDigitPlace((char) c)), "no digit");
        refuseIf(active.chars().anyMatch(c -> !symbols.isActive((char) c)), "another character between its digits");
        refuseIf(
                text.indexOf("" + group + symbols.point()) >= 0 || text.indexOf("" + symbols.point() + group) >= 0,
                "a grouping separator beside the decimal separator");
        refuseIf(
                text.indexOf(symbols.point()) < 0 && whole.endsWith("" + group),
                "a grouping separator after its digits");
        refuseIf(text.indexOf("" + group + group) >= 0, "two grouping separators side by side");
        int optional = whole.indexOf(symbols.optional());
        refuseIf(
                optional >= 0 && digits(whole.substring(0, optional)) > 0,
                "an optional digit after a mandatory one, before the decimal separator");
        optional = fraction.lastIndexOf(symbols.optional());
        refuseIf(
                optional >= 0 && digits(fraction.substring(optional)) > 0,
                "a mandatory digit after an optional one, behind the decimal separator");
        if (exponent != null) {
            refuseIf(
                    exponent.isEmpty() || digits(exponent) < exponent.length(),
                    "no digits, or other characters, in its exponent");
            refuseIf(scale() > 0, "an exponent and a percent or per-mille sign");
        }
    }

    private static void refuseIf(boolean wrong, String fault) {
        if (wrong) {
            throw new Refusal("$formatNumber: the picture has " + fault);
        }
    }

    private int occurs(String wanted) {
        int count = 0;
        for (int i = text.indexOf(wanted); i >= 0; i = text.indexOf(wanted, i + wanted.length())) {
            count++;
        }
        return count;
    }

    private int digits(String part) {
        return (int) part.chars().filter(c -> symbols.isDigit((char) c)).count();
    }

    private int places(String part) {
        return (int) part.chars().filter(c -> symbols.isDigitPlace((char) c)).count();
    }

    String prefix() {
        return prefix;
    }

    String suffix() {
        return suffix;
    }

    boolean hasPoint() {
        return text.indexOf(symbols.point()) >= 0;
    }

    /** The power of ten that numbers are multiplied with: of hundred for a percent sign, of thousand for a per-mille sign. */
    int scale() {
        return text.indexOf(symbols.percent()) >= 0 ? 2 : text.indexOf(symbols.perMille()) >= 0 ? 3 : 0;
    }

    /** Digits of the exponent at least; 0 for none. */
    int minExponent() {
        return exponent == null ? 0 : digits(exponent);
    }

    /** Digits before the point of a number with an exponent. */
    int scalingFactor() {
        return digits(whole);
    }

    int minWhole() {
        int written = digits(whole);
        boolean needed = exponent == null
                ? written == 0 && places(fraction) == 0
                : written == 0 && whole.indexOf(symbols.optional()) >= 0;
        return needed ? 1 : written;
    }

    int minFraction() {
        boolean needed = minWhole() == 0 && digits(fraction) == 0;
        return needed || isExponentAlone() ? 1 : digits(fraction);
    }

    int maxFraction() {
        return isExponentAlone() ? 1 : places(fraction);
    }

    /** Whether there is no place for a digit of the mantissa but optional ones before the point. */
    private boolean isExponentAlone() {
        return exponent != null && digits(whole) == 0 && places(fraction) == 0;
    }

    /** Numbers of digits behind which separators stand, from the point to the left. */
    List<Integer> wholeGroups() {
        List<Integer> positions = new ArrayList<>();
        for (int i = whole.indexOf(symbols.group()); i >= 0; i = whole.indexOf(symbols.group(), i + 1)) {
            positions.add(places(whole.substring(i)));
        }
        return positions;
    }

    /** Numbers of digits before which separators stand, from the point to the right. */
    List<Integer> fractionGroups() {
        List<Integer> positions = new ArrayList<>();
        for (int i = fraction.indexOf(symbols.group()); i >= 0; i = fraction.indexOf(symbols.group(), i + 1)) {
            positions.add(places(fraction.substring(0, i)));
        }
        return positions;
    }
}
