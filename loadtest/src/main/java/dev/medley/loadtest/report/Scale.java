package dev.medley.loadtest.report;

import java.util.List;

/**
 * An axis with its ends and ticks fixed.
 *
 * @param from the value at its beginning
 * @param to the value at its end, above {@code from}
 * @param logarithmic whether equal steps are equal ratios
 * @param ticks its round values, ascending
 */
record Scale(double from, double to, boolean logarithmic, List<Tick> ticks) {

    /** Values farther from zero are not shown: steps beyond them would come too near to infinity. */
    private static final double LIMIT = 1e290;

    /** Where a value lies between the ends: 0 at the beginning, 1 at the end. */
    double fraction(double value) {
        return (position(value) - position(from)) / (position(to) - position(from));
    }

    boolean canShow(double value) {
        return canShow(value, logarithmic);
    }

    /** Whether a scale of this kind has a place for the value. */
    static boolean canShow(double value, boolean logarithmic) {
        return Math.abs(value) <= LIMIT && (!logarithmic || value >= 1 / LIMIT);
    }

    private double position(double value) {
        return logarithmic ? Math.log10(value) : value;
    }
}
