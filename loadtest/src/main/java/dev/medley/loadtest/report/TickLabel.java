package dev.medley.loadtest.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Writes the values of ticks, with the digits that tell neighbours apart and no more. */
final class TickLabel {

    private static final double BIG = 1e9;
    private static final int MOST_DECIMALS = 6;
    private static final int MOST_DIGITS = 12;
    private static final int MINUTE = 60;
    private static final int HOUR = 3_600;

    private TickLabel() {}

    /** A multiple of {@code step} on an axis whose values reach {@code magnitude}. */
    static String number(BigDecimal value, BigDecimal step, double magnitude) {
        int decimals = decimals(step);
        if (magnitude < BIG && decimals <= MOST_DECIMALS) {
            return Figures.fixed(value.doubleValue(), decimals);
        }
        if (value.signum() == 0) {
            return "0";
        }
        int digits = exponent(value) - exponent(step);
        return Figures.scientific(value.doubleValue(), Math.min(MOST_DIGITS, Math.max(0, digits)));
    }

    /** Seconds as {@code m:ss} or {@code h:mm:ss}, with decimals if the step has any. */
    static String time(BigDecimal seconds, BigDecimal step) {
        int decimals = decimals(step);
        BigDecimal size = seconds.abs();
        long whole = size.setScale(0, RoundingMode.DOWN).longValue();
        String fraction = decimals == 0
                ? ""
                : size.remainder(BigDecimal.ONE)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString()
                        .substring(1);
        String sign = seconds.signum() < 0 ? "-" : "";
        long minutes = whole % HOUR / MINUTE;
        return whole < HOUR
                ? String.format(Locale.ROOT, "%s%d:%02d%s", sign, minutes, whole % MINUTE, fraction)
                : String.format(Locale.ROOT, "%s%d:%02d:%02d%s", sign, whole / HOUR, minutes, whole % MINUTE, fraction);
    }

    private static int decimals(BigDecimal step) {
        return Math.max(0, step.stripTrailingZeros().scale());
    }

    /** The power of ten of the first digit. */
    private static int exponent(BigDecimal value) {
        return value.precision() - value.scale() - 1;
    }
}
