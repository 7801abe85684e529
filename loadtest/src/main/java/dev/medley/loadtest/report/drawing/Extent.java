package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import java.util.DoubleSummaryStatistics;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The least and the greatest of some values.
 *
 * @param min the least; positive infinity if there was no value
 * @param max the greatest; negative infinity if there was no value
 */
record Extent(double min, double max) {

    static final Extent EMPTY = new Extent(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

    /** The range of the x-axis of a plot, stretches included. */
    static Extent across(Plot plot) {
        DoubleStream stretches = plot.marks().stream()
                .filter(mark -> !mark.isLevel())
                .flatMapToDouble(mark -> DoubleStream.of(mark.from(), mark.to()));
        return of(plot, plot.x(), Point::x, stretches);
    }

    /** The range of the y-axis of a plot, levels included. */
    static Extent upward(Plot plot) {
        return of(
                plot,
                plot.y(),
                Point::y,
                plot.marks().stream().filter(Mark::isLevel).mapToDouble(Mark::from));
    }

    private static Extent of(Plot plot, Axis axis, ToDoubleFunction<Point> value, DoubleStream marks) {
        DoubleStream points = plot.curves().stream()
                .flatMapToDouble(curve -> curve.points().stream().mapToDouble(value));
        DoubleSummaryStatistics shown = DoubleStream.concat(points, marks)
                .filter(each -> Scale.canShow(each, axis.isLogarithmic()))
                .summaryStatistics();
        return new Extent(shown.getMin(), shown.getMax());
    }

    /** This extent, stretched to {@code value}. */
    Extent with(double value) {
        return new Extent(Math.min(min, value), Math.max(max, value));
    }

    boolean isEmpty() {
        return min > max;
    }

    double span() {
        return max - min;
    }

    /** The size of the value that is farthest from zero. */
    double magnitude() {
        return Math.max(Math.abs(min), Math.abs(max));
    }
}
