package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Axis;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Fits a linear scale, or one of time, to values. */
final class LinearScale {

    /** Below this share of the values, their differences are noise of the arithmetic. */
    private static final double NOISE = 1e-9;

    /** Smaller than this is zero: it leaves room for steps that a double can hold. */
    private static final double TINY = 1e-290;

    /** The share of the plot that an axis may waste to end on a tick. */
    private static final double WASTE = 0.12;

    /** A horizontal axis goes on to zero if the values begin within this share of their greatest. */
    private static final double NEAR_ZERO = 0.25;

    private LinearScale() {}

    /** A vertical scale: it ends on ticks, and includes zero unless it is one of time. */
    static Scale vertical(Axis axis, Extent values, int ticks) {
        Extent extent = widened(!isTime(axis) && !values.isEmpty() ? values.with(0) : values);
        TickStep step = step(axis, extent, ticks);
        return scale(outward(extent, step.size()), step);
    }

    /** A horizontal scale: it ends on ticks only if that wastes little, and includes zero only if that is near. */
    static Scale horizontal(Axis axis, Extent values, int ticks) {
        boolean nearZero = values.min() > 0 && values.min() < NEAR_ZERO * values.max();
        Extent extent = widened(!isTime(axis) && nearZero ? values.with(0) : values);
        TickStep step = step(axis, extent, ticks);
        Extent rounded = outward(extent, step.size());
        boolean wasteful = rounded.span() - extent.span() > WASTE * rounded.span();
        return scale(wasteful ? extent : rounded, step);
    }

    private static TickStep step(Axis axis, Extent extent, int ticks) {
        double wanted = extent.span() / ticks;
        return TickStep.near(wanted, isTime(axis));
    }

    private static boolean isTime(Axis axis) {
        return axis.kind() == Axis.Kind.TIME;
    }

    /** An extent that has a width, whatever the values. */
    private static Extent widened(Extent values) {
        if (values.isEmpty() || values.magnitude() < TINY) {
            return new Extent(0, 1);
        }
        if (values.span() < values.magnitude() * NOISE) {
            double margin = values.magnitude() / 20;
            return new Extent(values.min() - margin, values.max() + margin);
        }
        return values;
    }

    private static Extent outward(Extent extent, BigDecimal step) {
        return new Extent(
                step.multiply(count(extent.min(), step, RoundingMode.FLOOR)).doubleValue(),
                step.multiply(count(extent.max(), step, RoundingMode.CEILING)).doubleValue());
    }

    private static Scale scale(Extent ends, TickStep step) {
        List<Scale.Tick> ticks = new ArrayList<>();
        BigDecimal size = step.size();
        BigDecimal last = size.multiply(count(ends.max(), size, RoundingMode.FLOOR));
        // In exact decimals: 3 times 0.1 is to be 0.3.
        for (BigDecimal value = size.multiply(count(ends.min(), size, RoundingMode.CEILING));
                value.compareTo(last) <= 0;
                value = value.add(size)) {
            ticks.add(new Scale.Tick(value.doubleValue(), step.label(value, ends.magnitude())));
        }
        return new Scale(ends.min(), ends.max(), false, List.copyOf(ticks));
    }

    /** The number of steps from zero to a value. */
    private static BigDecimal count(double value, BigDecimal step, RoundingMode rounding) {
        return BigDecimal.valueOf(value).divide(step, 0, rounding);
    }
}
