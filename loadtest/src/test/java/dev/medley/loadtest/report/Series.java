package dev.medley.loadtest.report;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** Points of a curve, one after another. */
final class Series extends AbstractList<Point> {

    private final List<Point> points = new ArrayList<>();

    Series add(double x, double y) {
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
