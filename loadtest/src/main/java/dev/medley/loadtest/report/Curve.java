package dev.medley.loadtest.report;

import java.util.List;

/**
 * A series of values in a plot.
 *
 * @param name as in the legend
 * @param style how it is drawn
 * @param points its values, in the order of their x
 */
public record Curve(String name, Style style, List<Point> points) {

    /** The drawing style of a curve. */
    public enum Style {
        /** Straight from value to value. */
        LINE,
        /** The values alone. */
        POINTS,
        /** Thin and dashed, in the colour of the curve before it. */
        DASHED
    }

    /** Copies the points. */
    public Curve {
        points = List.copyOf(points);
    }

    /** A line through all that {@code series} holds now. */
    public static Curve line(String name, Series series) {
        return new Curve(name, Style.LINE, series.points());
    }

    /** Single points. */
    public static Curve points(String name, Series series) {
        return new Curve(name, Style.POINTS, series.points());
    }

    /** A thin, dashed line beside the curve that is added before it, such as a prediction. */
    public static Curve dashed(String name, Series series) {
        return new Curve(name, Style.DASHED, series.points());
    }

    boolean isDashed() {
        return style == Style.DASHED;
    }

    /** Returns whether each value has a marker: only as long as they are distinguishable. */
    boolean hasMarkers() {
        return !isDashed() && hasFewPoints();
    }

    boolean hasFewPoints() {
        return points.size() <= 40;
    }
}
