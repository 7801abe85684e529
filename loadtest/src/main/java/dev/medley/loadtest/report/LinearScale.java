package dev.medley.loadtest.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Fits a linear scale, or one of time, to values. */
final class LinearScale {

    /** Below this share of the values, their differences are noise of the arithmetic. */
    private static final double NOISE = 1e-9;

    /** Smaller than this is zero: it leaves room for steps that a double can hold. */
    private static final double TINY = 1e-290;

    /** How much of the plot an axis may waste to end on a tick. */
    private static final double WASTE = 0.12;

    /** A horizontal axis goes on to zero if the values begin within this share of their greatest. */
    private static final double NEAR_ZERO = 0.25;

    private LinearScale() {}

    /** A vertical scale: it ends on ticks, and includes zero if its axis says so. */
    static Scale vertical(Axis axis, Extent values, int ticks) {
        Extent extent = widened(axis.fromZero() && !values.isEmpty() ? values.with(0) : values);
        BigDecimal step = step(axis, extent, ticks);
        return scale(axis, outward(extent, step), step);
    }

    /** A horizontal scale: it ends on ticks only if that wastes little, and includes zero only if that is near. */
    static Scale horizontal(Axis axis, Extent values, int ticks) {
        boolean nearZero = values.min() > 0 && values.min() < NEAR_ZERO * values.max();
        Extent extent = widened(axis.fromZero() && nearZero ? values.with(0) : values);
        BigDecimal step = step(axis, extent, ticks);
        Extent rounded = outward(extent, step);
        boolean wasteful = rounded.span() - extent.span() > WASTE * rounded.span();
        return scale(axis, wasteful ? extent : rounded, step);
    }

    private static BigDecimal step(Axis axis, Extent extent, int ticks) {
        double wanted = extent.span() / ticks;
        return axis.kind() == Axis.Kind.TIME ? Step.nearTime(wanted) : Step.near(wanted);
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

    private static Scale scale(Axis axis, Extent ends, BigDecimal step) {
        Function<BigDecimal, String> label = axis.kind() == Axis.Kind.TIME
                ? value -> TickLabel.time(value, step)
                : value -> TickLabel.number(value, step, ends.magnitude());
        List<Tick> ticks = new ArrayList<>();
        BigDecimal last = step.multiply(count(ends.max(), step, RoundingMode.FLOOR));
        // In exact decimals: 3 times 0.1 is to be 0.3.
        for (BigDecimal value = step.multiply(count(ends.min(), step, RoundingMode.CEILING));
                value.compareTo(last) <= 0;
                value = value.add(step)) {
            ticks.add(new Tick(value.doubleValue(), label.apply(value)));
        }
        return new Scale(ends.min(), ends.max(), false, List.copyOf(ticks));
    }

    /** How many steps there are from zero to a value. */
    private static BigDecimal count(double value, BigDecimal step, RoundingMode rounding) {
        return BigDecimal.valueOf(value).divide(step, 0, rounding);
    }
}
