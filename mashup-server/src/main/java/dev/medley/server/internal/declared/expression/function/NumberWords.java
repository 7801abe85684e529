package dev.medley.server.internal.declared.expression.function;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whole numbers in English words, of any size: beyond trillions in trillions of trillions. */
final class NumberWords {

    private static final List<String> FEW = List.of(
            ("Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen"
                            + " Eighteen Nineteen")
                    .split(" ", -1));

    private static final List<String> ORDINALS = List.of(
            ("Zeroth First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth"
                            + " Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth")
                    .split(" ", -1));

    private static final List<String> TENS =
            List.of("Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ", -1));

    private static final List<String> MAGNITUDES = List.of("Thousand", "Million", "Billion", "Trillion");

    private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
    private static final BigInteger HUNDRED = BigInteger.valueOf(100);

    private static final Pattern SEPARATOR = Pattern.compile(",\\s|\\sand\\s|[\\s\\-]");

    private static final Map<String, BigInteger> VALUES = values();

    private NumberWords() {}

    /** Returns the words of a number that is not negative, each with a capital letter. */
    static String of(BigInteger number, boolean ordinal) {
        StringBuilder words = new StringBuilder();
        append(words, number, false, ordinal);
        return words.toString();
    }

    private static void append(StringBuilder words, BigInteger number, boolean continued, boolean ordinal) {
        if (number.compareTo(THOUSAND) < 0) {
            appendSmall(words, number.intValue(), continued, ordinal);
            return;
        }
        int magnitude = 1;
        BigInteger factor = THOUSAND;
        while (magnitude < MAGNITUDES.size() && number.compareTo(factor.multiply(THOUSAND)) >= 0) {
            factor = factor.multiply(THOUSAND);
            magnitude++;
        }
        BigInteger[] parts = number.divideAndRemainder(factor);
        words.append(continued ? ", " : "");
        append(words, parts[0], false, false);
        words.append(' ').append(MAGNITUDES.get(magnitude - 1));
        if (parts[1].signum() > 0) {
            append(words, parts[1], true, ordinal);
        } else if (ordinal) {
            words.append("th");
        }
    }

    private static void appendSmall(StringBuilder words, int number, boolean continued, boolean ordinal) {
        if (number >= 100) {
            words.append(continued ? ", " : "").append(FEW.get(number / 100)).append(" Hundred");
            if (number % 100 > 0) {
                appendSmall(words, number % 100, true, ordinal);
            } else if (ordinal) {
                words.append("th");
            }
            return;
        }
        words.append(continued ? " and " : "");
        if (number < FEW.size()) {
            words.append((ordinal ? ORDINALS : FEW).get(number));
            return;
        }
        String tens = TENS.get(number / 10 - 2);
        if (number % 10 == 0) {
            words.append(ordinal ? ordinalOf(tens) : tens);
        } else {
            words.append(tens).append('-').append((ordinal ? ORDINALS : FEW).get(number % 10));
        }
    }

    private static String ordinalOf(String tens) {
        return tens.substring(0, tens.length() - 1) + "ieth";
    }

    private static Map<String, BigInteger> values() {
        Map<String, BigInteger> values = new HashMap<>();
        for (int i = 0; i < FEW.size(); i++) {
            put(values, FEW.get(i), BigInteger.valueOf(i));
            put(values, ORDINALS.get(i), BigInteger.valueOf(i));
        }
        for (int i = 0; i < TENS.size(); i++) {
            put(values, TENS.get(i), BigInteger.valueOf((i + 2) * 10L));
            put(values, ordinalOf(TENS.get(i)), BigInteger.valueOf((i + 2) * 10L));
        }
        put(values, "Hundred", HUNDRED);
        put(values, "Hundredth", HUNDRED);
        for (int i = 0; i < MAGNITUDES.size(); i++) {
            put(values, MAGNITUDES.get(i), THOUSAND.pow(i + 1));
            put(values, MAGNITUDES.get(i) + "th", THOUSAND.pow(i + 1));
        }
        return values;
    }

    private static void put(Map<String, BigInteger> values, String word, BigInteger value) {
        values.put(word.toLowerCase(Locale.ROOT), value);
    }

    /** Returns the number of words in any case; null if they are none. */
    static @Nullable BigInteger parse(String words) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger last = BigInteger.ZERO;
        for (String word : SEPARATOR.split(words.toLowerCase(Locale.ROOT), -1)) {
            BigInteger value = VALUES.get(word);
            if (value == null) {
                return null;
            }
            if (value.compareTo(HUNDRED) >= 0) {
                last = last.multiply(value);
            } else if (last.compareTo(THOUSAND) >= 0) {
                sum = sum.add(last);
                last = value;
            } else {
                last = last.add(value);
            }
        }
        return sum.add(last);
    }
}
