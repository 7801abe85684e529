package dev.medley.loadtest.report;

import java.util.List;

/**
 * A series of values in a plot.
 *
 * @param name as in the legend
 * @param style how it is drawn
 * @param points its values, in the order of their x
 * @param onSecondAxis whether it belongs to the axis on the right
 */
public record Curve(String name, Style style, List<Point> points, boolean onSecondAxis) {

    /** How a curve is drawn. */
    public enum Style {
        /** Straight from value to value. */
        LINE,
        /** The values alone. */
        POINTS,
        /** A value holds until the next one. */
        STEP,
        /** The area between a lower and an upper edge. */
        BAND
    }

    /** Copies the points. */
    public Curve {
        points = List.copyOf(points);
    }

    /** A line through all that {@code series} holds now. */
    public static Curve line(String name, Series series) {
        return new Curve(name, Style.LINE, series.points(), false);
    }

    /** Single points. */
    public static Curve points(String name, Series series) {
        return new Curve(name, Style.POINTS, series.points(), false);
    }

    /** A line of steps. */
    public static Curve step(String name, Series series) {
        return new Curve(name, Style.STEP, series.points(), false);
    }

    /** A band between the edges that were added to {@code series}. */
    public static Curve band(String name, Series series) {
        return new Curve(name, Style.BAND, series.points(), false);
    }

    /** This curve, measured by the plot's axis on the right. */
    public Curve onSecond() {
        return new Curve(name, style, points, true);
    }

    boolean isBand() {
        return style == Style.BAND;
    }
}
