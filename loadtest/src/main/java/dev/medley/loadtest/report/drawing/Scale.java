package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Axis;
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

    private static final double GAP = 14;
    private static final int WIDTH_OF_TICK = 80;
    private static final int FEWEST_TICKS = 2;

    /**
     * A round value of an axis.
     *
     * @param value where it is
     * @param label how it reads
     */
    record Tick(double value, String label) {}

    static Scale vertical(Axis axis, Extent values, int ticks) {
        return axis.isLogarithmic() ? LogScale.of(values, ticks) : LinearScale.vertical(axis, values, ticks);
    }

    /** A scale with as many ticks as have room for their labels on {@code width}. */
    static Scale horizontal(Axis axis, Extent values, double width) {
        int ticks = Math.max(FEWEST_TICKS, (int) (width / WIDTH_OF_TICK));
        Scale scale = fitted(axis, values, ticks);
        while (ticks > FEWEST_TICKS && !scale.hasRoom(width)) {
            ticks--;
            scale = fitted(axis, values, ticks);
        }
        return scale;
    }

    private static Scale fitted(Axis axis, Extent values, int ticks) {
        return axis.isLogarithmic() ? LogScale.of(values, ticks) : LinearScale.horizontal(axis, values, ticks);
    }

    /** Returns the position of a value between the ends: 0 at the beginning, 1 at the end. */
    double fraction(double value) {
        return (position(value) - position(from)) / (position(to) - position(from));
    }

    boolean canShow(double value) {
        return canShow(value, logarithmic);
    }

    /** Returns whether a scale of this kind has a place for the value. */
    static boolean canShow(double value, boolean logarithmic) {
        return Math.abs(value) <= LIMIT && (!logarithmic || value >= 1 / LIMIT);
    }

    private double position(double value) {
        return logarithmic ? Math.log10(value) : value;
    }

    private boolean hasRoom(double width) {
        for (int i = 1; i < ticks.size(); i++) {
            Tick left = ticks.get(i - 1);
            Tick right = ticks.get(i);
            double distance = (fraction(right.value()) - fraction(left.value())) * width;
            if (distance < (TextMetrics.width(left.label()) + TextMetrics.width(right.label())) / 2 + GAP) {
                return false;
            }
        }
        return true;
    }
}
