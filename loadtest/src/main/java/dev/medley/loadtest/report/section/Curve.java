package dev.medley.loadtest.report.section;

import java.util.Comparator;
import java.util.List;

/**
 * A series of values in a plot.
 *
 * @param name as in the legend
 * @param style how it is drawn
 * @param points its values; sorted by their x
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

    /** Sorts the points. */
    public Curve {
        points = points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
    }

    /** A line through the points; one whose y is NaN makes a gap. */
    public static Curve line(String name, List<Point> points) {
        return new Curve(name, Style.LINE, points);
    }

    /** Single points. */
    public static Curve points(String name, List<Point> points) {
        return new Curve(name, Style.POINTS, points);
    }

    /** A thin, dashed line beside the curve that is added before it, such as a prediction. */
    public static Curve dashed(String name, List<Point> points) {
        return new Curve(name, Style.DASHED, points);
    }

    public boolean isDashed() {
        return style == Style.DASHED;
    }

    /** Returns whether each value has a marker: on a line, only as long as they are distinguishable. */
    public boolean hasMarkers() {
        return style == Style.POINTS || (style == Style.LINE && hasFewPoints());
    }

    /** The class of its markers: points alone are outlines, so that equal values of several curves are all seen. */
    public String markerClass() {
        return style == Style.POINTS ? "marker open" : "marker";
    }

    public boolean hasFewPoints() {
        return points.size() <= 40;
    }
}
