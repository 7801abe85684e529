package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Point;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** Points of a curve, one after another. */
public final class Series extends AbstractList<Point> {

    private final List<Point> points = new ArrayList<>();

    public Series add(double x, double y) {
        points.add(new Point(x, y));
        return this;
    }

    @Override
    public Point get(int index) {
        return points.get(index);
    }

    @Override
    public int size() {
        return points.size();
    }
}
