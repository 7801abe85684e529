package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.syntax.Wording;
import dev.medley.server.internal.declared.expression.value.ExactArithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The functions {@code $formatInteger} and {@code $parseInteger}, for numbers of any size, in any digits. The library's own cut off
 * what is beyond a {@code long}, and of letters and Roman numerals what is beyond an {@code int}.
 */
final class IntegerFormat {

    /** Characters of a picture: nobody writes as many. */
    private static final int MAX_PICTURE = 1000;

    /** Roman numerals write each thousand as a letter. */
    private static final BigInteger MAX_ROMAN = BigInteger.valueOf(1_000_000);

    private static final BigInteger LETTERS = BigInteger.valueOf('z' - 'a' + 1);

    private static final String[] ROMAN = {"m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"};
    private static final int[] ROMAN_VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};

    private IntegerFormat() {}

    static @Nullable Object format(Call call) {
        Number number = call.number(0);
        if (number == null) {
            return null;
        }
        String picture = picture(call);
        BigInteger value = ExactArithmetic.operand(ExactArithmetic.rounded(number, 0, RoundingMode.FLOOR))
                .toBigInteger();
        int semicolon = picture.lastIndexOf(';');
        boolean ordinal = semicolon >= 0 && picture.startsWith("o", semicolon + 1);
        String primary = semicolon < 0 ? picture : picture.substring(0, semicolon);
        String formatted = format(call, value.abs(), primary, ordinal);
        return value.signum() < 0 ? "-" + formatted : formatted;
    }

    private static String picture(Call call) {
        String picture = call.text(1);
        if (picture == null) {
            throw call.refusal("the picture is undefined; expected a string");
        }
        if (picture.length() > MAX_PICTURE) {
            throw call.refusal(
                    "the picture has %d characters; expected at most %d".formatted(picture.length(), MAX_PICTURE));
        }
        return picture;
    }

    private static String format(Call call, BigInteger value, String primary, boolean ordinal) {
        return switch (primary) {
            case "a" -> letters(value);
            case "A" -> letters(value).toUpperCase(Locale.ROOT);
            case "i" -> roman(call, value);
            case "I" -> roman(call, value).toUpperCase(Locale.ROOT);
            case "w" -> NumberWords.of(value, ordinal).toLowerCase(Locale.ROOT);
            case "W" -> NumberWords.of(value, ordinal).toUpperCase(Locale.ROOT);
            case "Ww" -> NumberWords.of(value, ordinal);
            default -> digits(call, value, primary, ordinal);
        };
    }

    private static String letters(BigInteger value) {
        StringBuilder letters = new StringBuilder();
        for (BigInteger rest = value; rest.signum() > 0; ) {
            BigInteger[] parts = rest.subtract(BigInteger.ONE).divideAndRemainder(LETTERS);
            letters.append((char) ('a' + parts[1].intValue()));
            rest = parts[0];
        }
        return letters.reverse().toString();
    }

    private static String roman(Call call, BigInteger value) {
        if (value.compareTo(MAX_ROMAN) > 0) {
            throw call.refusal("the number is too large for Roman numerals; expected at most %s".formatted(MAX_ROMAN));
        }
        StringBuilder roman = new StringBuilder();
        int rest = value.intValue();
        for (int i = 0; i < ROMAN.length; i++) {
            for (; rest >= ROMAN_VALUES[i]; rest -= ROMAN_VALUES[i]) {
                roman.append(ROMAN[i]);
            }
        }
        return roman.toString();
    }

    /** A grouping separator of a picture, and the number of digits behind it. */
    private record Separator(int position, String text) {}

    private static String digits(Call call, BigInteger value, String picture, boolean ordinal) {
        int mandatory = 0;
        int places = 0;
        int zero = -1;
        List<Separator> separators = new ArrayList<>();
        int[] characters = picture.codePoints().toArray();
        for (int i = characters.length - 1; i >= 0; i--) {
            int c = characters[i];
            if (Character.isDigit(c)) {
                int family = c - Character.digit(c, 10);
                if (zero >= 0 && zero != family) {
                    throw call.refusal("the picture has digits of several families");
                }
                zero = family;
                mandatory++;
                places++;
            } else if (c == '#') {
                places++;
            } else {
                separators.add(new Separator(places, Character.toString(c)));
            }
        }
        if (mandatory == 0) {
            throw call.refusal("%s is not a picture of a whole number".formatted(Wording.quoted(picture)));
        }
        String digits = value.toString();
        digits = "0".repeat(Math.max(0, mandatory - digits.length())) + digits;
        StringBuilder text = new StringBuilder();
        int regular = regular(separators);
        for (int i = 0; i < digits.length(); i++) {
            int behind = digits.length() - i;
            if (i > 0 && regular > 0 && behind % regular == 0) {
                text.append(separators.get(0).text());
            } else if (i > 0 && regular == 0) {
                separators.stream().filter(each -> each.position() == behind).forEach(each -> text.append(each.text()));
            }
            text.appendCodePoint(digits.charAt(i) - '0' + zero);
        }
        return ordinal ? text + suffix(digits) : text.toString();
    }

    private static int regular(List<Separator> separators) {
        boolean same = separators.stream().map(Separator::text).distinct().count() == 1;
        return same
                ? NumberFormat.regular(
                        separators.stream().map(Separator::position).toList())
                : 0;
    }

    private static String suffix(String digits) {
        boolean teen = digits.length() > 1 && digits.charAt(digits.length() - 2) == '1';
        return switch (digits.charAt(digits.length() - 1)) {
            case '1' -> teen ? "th" : "st";
            case '2' -> teen ? "th" : "nd";
            case '3' -> teen ? "th" : "rd";
            default -> "th";
        };
    }

    static @Nullable Object parse(Call call) {
        String text = call.text(0);
        if (text == null) {
            return null;
        }
        String picture = picture(call);
        String primary = picture.endsWith(";o") ? picture.substring(0, picture.length() - 2) : picture;
        if (primary.equalsIgnoreCase("w") || primary.equalsIgnoreCase("ww")) {
            NumberFunctions.checkShort(call, text);
            BigInteger number = NumberWords.parse(text);
            if (number == null) {
                throw call.refusal(Wording.quoted(text) + " is not a number in words");
            }
            return ExactArithmetic.result(new BigDecimal(number));
        }
        return NumberFunctions.ofShortText(new Call(call, List.of(ascii(text), pictureOfAscii(picture))));
    }

    /** Any digit of a picture stands for all of its family. */
    private static String pictureOfAscii(String picture) {
        return picture.chars().allMatch(c -> c <= '9' || !Character.isDigit(c))
                ? picture
                : ascii(picture).replaceAll("[1-9]", "0");
    }

    /** The text with ASCII's digits in place of other ones, which the library does not know. */
    private static String ascii(String text) {
        StringBuilder ascii = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> ascii.appendCodePoint(c > '9' && Character.isDigit(c) ? '0' + Character.digit(c, 10) : c));
        return ascii.toString();
    }
}
