package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the values of a curve. It keeps them all; a plot thins them when it is drawn. Not thread-safe. */
public final class Series {

    private final List<Point> points = new ArrayList<>();

    /** Adds the value {@code y} at {@code x}; one that is NaN makes a gap in a line. */
    public Series add(double x, double y) {
        points.add(new Point(x, y));
        return this;
    }

    /** The values added so far, from the smallest x to the greatest. */
    public List<Point> points() {
        return points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
    }
}
