package dev.medley.loadtest.report.section;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Writes numbers for people: the same on every machine, whatever its language. */
public final class Figures {

    /** The text in place of a number that is missing. */
    static final String NONE = "n/a";

    private static final double BIG = 1e9;
    private static final double SMALL = 1e-4;
    private static final int DIGITS = 4;

    private Figures() {}

    /** Whole numbers in full, others with about four digits. */
    public static String format(double number) {
        if (!Double.isFinite(number)) {
            return NONE;
        }
        double size = Math.abs(number);
        if (size != 0 && (size >= BIG || size < SMALL)) {
            return scientific(number, DIGITS - 1);
        }
        if (number == Math.rint(number)) {
            return pattern("#,##0", number);
        }
        int integerDigits = (int) Math.floor(Math.log10(size)) + 1;
        int decimals = size < 1 ? leadingZeros(size) + DIGITS : Math.max(0, DIGITS - integerDigits);
        return pattern(decimals == 0 ? "#,##0" : "#,##0." + "#".repeat(decimals), number);
    }

    /** A number with this many decimals. */
    public static String fixed(double number, int decimals) {
        if (!Double.isFinite(number)) {
            return NONE;
        }
        return pattern(decimals == 0 ? "#,##0" : "#,##0." + "0".repeat(decimals), number);
    }

    /** A number as a power of ten, with at most this many decimals before the exponent. */
    public static String scientific(double number, int decimals) {
        return pattern((decimals == 0 ? "0" : "0." + "#".repeat(decimals)) + "E0", number)
                .replace('E', 'e');
    }

    public static String withUnit(double number, String unit) {
        return unit.isEmpty() ? format(number) : format(number) + " " + unit;
    }

    /** Zeros between the point and the first other digit of a number below one. */
    private static int leadingZeros(double size) {
        return (int) Math.ceil(-Math.log10(size)) - 1;
    }

    private static String pattern(String pattern, double number) {
        DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setRoundingMode(RoundingMode.HALF_UP);
        String text = format.format(BigDecimal.valueOf(number));
        return text.equals("-0") ? "0" : text;
    }
}
