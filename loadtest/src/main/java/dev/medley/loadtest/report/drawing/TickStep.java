package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The distance between ticks, and the labels at its multiples, with the digits that tell neighbours apart and no more.
 *
 * @param size 1, 2 or 5 times a power of ten; of seconds, a round part of minutes and hours
 * @param time whether it is one of seconds, written as minutes and seconds
 */
record TickStep(BigDecimal size, boolean time) {

    private static final int[] SECONDS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400
    };

    private static final double BIG = 1e9;
    private static final int MAX_DECIMALS = 6;
    private static final int MAX_DIGITS = 12;
    private static final int MINUTE = 60;
    private static final int HOUR = 3_600;

    /** The round step nearest to {@code wanted}, which is above zero, by ratio. */
    static TickStep near(double wanted, boolean time) {
        return new TickStep(time ? nearTime(wanted) : nearNumber(wanted), time);
    }

    /** The label of a multiple, on an axis whose values reach {@code magnitude}. */
    String label(BigDecimal value, double magnitude) {
        if (time) {
            return minutes(value);
        }
        if (magnitude < BIG && decimals() <= MAX_DECIMALS) {
            return Figures.fixed(value.doubleValue(), decimals());
        }
        if (value.signum() == 0) {
            return "0";
        }
        int digits = exponent(value) - exponent(size);
        return Figures.scientific(value.doubleValue(), Math.min(MAX_DIGITS, Math.max(0, digits)));
    }

    private static BigDecimal nearNumber(double wanted) {
        int exponent = (int) Math.floor(Math.log10(wanted));
        // Scaled in two strides, since 10 to the exponent alone may be too small for a double.
        int half = exponent / 2;
        double mantissa = wanted / Math.pow(10, half) / Math.pow(10, exponent - half);
        if (mantissa >= Math.sqrt(50)) {
            return BigDecimal.ONE.scaleByPowerOfTen(exponent + 1);
        }
        int digit = mantissa >= Math.sqrt(10) ? 5 : mantissa >= Math.sqrt(2) ? 2 : 1;
        return BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent);
    }

    private static BigDecimal nearTime(double seconds) {
        int last = SECONDS[SECONDS.length - 1];
        if (seconds < SECONDS[0]) {
            return nearNumber(seconds);
        }
        if (seconds > last) {
            return nearNumber(seconds / last).max(BigDecimal.ONE).multiply(BigDecimal.valueOf(last));
        }
        int nearest = SECONDS[0];
        for (int candidate : SECONDS) {
            if (Math.abs(Math.log(candidate / seconds)) < Math.abs(Math.log(nearest / seconds))) {
                nearest = candidate;
            }
        }
        return BigDecimal.valueOf(nearest);
    }

    /** Seconds as {@code m:ss} or {@code h:mm:ss}, with decimals if the step has any. */
    private String minutes(BigDecimal seconds) {
        BigDecimal absolute = seconds.abs();
        long whole = absolute.setScale(0, RoundingMode.DOWN).longValue();
        String fraction = decimals() == 0
                ? ""
                : absolute.remainder(BigDecimal.ONE)
                        .setScale(decimals(), RoundingMode.HALF_UP)
                        .toPlainString()
                        .substring(1);
        String sign = seconds.signum() < 0 ? "-" : "";
        long minutes = whole % HOUR / MINUTE;
        return whole < HOUR
                ? String.format(Locale.ROOT, "%s%d:%02d%s", sign, minutes, whole % MINUTE, fraction)
                : String.format(Locale.ROOT, "%s%d:%02d:%02d%s", sign, whole / HOUR, minutes, whole % MINUTE, fraction);
    }

    private int decimals() {
        return Math.max(0, size.stripTrailingZeros().scale());
    }

    /** The power of ten of the first digit. */
    private static int exponent(BigDecimal value) {
        return value.precision() - value.scale() - 1;
    }
}
