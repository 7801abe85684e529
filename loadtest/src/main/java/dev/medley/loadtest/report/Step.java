package dev.medley.loadtest.report;

import java.math.BigDecimal;

/** Finds the distance between ticks: 1, 2 or 5 times a power of ten; of seconds, a round part of minutes and hours. */
final class Step {

    private static final int[] SECONDS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400
    };

    private Step() {}

    /** The round number nearest to {@code size}, which is above zero, by ratio. */
    static BigDecimal near(double size) {
        int exponent = (int) Math.floor(Math.log10(size));
        // Scaled in two strides, since 10 to the exponent alone may be too small for a double.
        int half = exponent / 2;
        double mantissa = size / Math.pow(10, half) / Math.pow(10, exponent - half);
        if (mantissa >= Math.sqrt(50)) {
            return BigDecimal.ONE.scaleByPowerOfTen(exponent + 1);
        }
        int digit = mantissa >= Math.sqrt(10) ? 5 : mantissa >= Math.sqrt(2) ? 2 : 1;
        return BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent);
    }

    /** The round time nearest to {@code seconds}, which is above zero. */
    static BigDecimal nearTime(double seconds) {
        int last = SECONDS[SECONDS.length - 1];
        if (seconds < SECONDS[0] || seconds > last) {
            return seconds > last
                    ? near(seconds / last).max(BigDecimal.ONE).multiply(BigDecimal.valueOf(last))
                    : near(seconds);
        }
        int nearest = SECONDS[0];
        for (int candidate : SECONDS) {
            if (distance(candidate, seconds) < distance(nearest, seconds)) {
                nearest = candidate;
            }
        }
        return BigDecimal.valueOf(nearest);
    }

    private static double distance(double candidate, double wanted) {
        return Math.abs(Math.log(candidate / wanted));
    }
}
