package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.syntax.Refusal;
import dev.medley.server.internal.declared.expression.syntax.Wording;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The characters of the pictures of {@code $formatNumber}, and of its results.
 *
 * @param zero the first of ten digits that follow each other
 * @param optional a digit that may be omitted
 */
record NumberSymbols(
        char point,
        char group,
        char exponent,
        String percent,
        String perMille,
        char zero,
        char optional,
        char separator,
        String minus) {

    private static final int DIGITS = 10;

    private static final Set<String> NAMES = Set.of(
            "decimal-separator",
            "grouping-separator",
            "exponent-separator",
            "percent",
            "per-mille",
            "zero-digit",
            "digit",
            "pattern-separator",
            "minus-sign",
            "infinity",
            "NaN");

    /** Reads the options of a call; null for none. */
    static NumberSymbols of(@Nullable Map<?, ?> options) {
        Map<?, ?> given = options == null ? Map.of() : options;
        for (Object name : given.keySet()) {
            if (!NAMES.contains(String.valueOf(name))) {
                throw new Refusal(
                        "$formatNumber: there is no option %s".formatted(Wording.quoted(String.valueOf(name))));
            }
        }
        return new NumberSymbols(
                character(given, "decimal-separator", '.'),
                character(given, "grouping-separator", ','),
                character(given, "exponent-separator", 'e'),
                text(given, "percent", "%"),
                text(given, "per-mille", "\u2030"),
                character(given, "zero-digit", '0'),
                character(given, "digit", '#'),
                character(given, "pattern-separator", ';'),
                text(given, "minus-sign", "-"));
    }

    private static String text(Map<?, ?> options, String name, String otherwise) {
        Object value = options.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new Refusal("$formatNumber: the option %s is not a string with a character".formatted(name));
    }

    private static char character(Map<?, ?> options, String name, char otherwise) {
        String text = text(options, name, String.valueOf(otherwise));
        if (text.length() != 1) {
            throw new Refusal("$formatNumber: the option %s is not a single character".formatted(name));
        }
        return text.charAt(0);
    }

    boolean isDigit(char c) {
        return c >= zero && c < zero + DIGITS;
    }

    boolean isDigitPlace(char c) {
        return isDigit(c) || c == optional;
    }

    /** Whether the character is one of those between the prefix and the suffix, at either end. */
    boolean delimits(char c) {
        return isDigitPlace(c) || c == point || c == group;
    }

    boolean isActive(char c) {
        return delimits(c) || c == exponent;
    }

    /** The text with digits of its own family in place of ASCII's. */
    String localized(String digits) {
        StringBuilder text = new StringBuilder(digits.length());
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            text.append(c >= '0' && c <= '9' ? (char) (c - '0' + zero) : c);
        }
        return text.toString();
    }
}
