package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Thins a long line for drawing. Of each bucket of neighbours it keeps the lowest and the highest, so that no peak and no
 * drop is lost, however short; averages or a choice by area would hide the very moment at which something broke.
 */
final class Thinning {

    private Thinning() {}

    /** At most {@code max} of the points, in their order; all of them if there are no more. */
    static List<Point> of(List<Point> points, int max) {
        if (points.size() <= max) {
            return points;
        }
        int buckets = max / 2;
        List<Point> kept = new ArrayList<>(max);
        for (int i = 0; i < buckets; i++) {
            addEnds(points.subList(start(points, i, buckets), start(points, i + 1, buckets)), kept);
        }
        return kept;
    }

    private static int start(List<Point> points, int bucket, int buckets) {
        return Math.toIntExact((long) points.size() * bucket / buckets);
    }

    /** A bucket has two points at least. One with a gap in it keeps its ends among the values, and loses the gap. */
    private static void addEnds(List<Point> bucket, List<Point> kept) {
        List<Point> values =
                bucket.stream().filter(point -> !Double.isNaN(point.y())).toList();
        if (values.isEmpty()) {
            kept.add(bucket.get(0));
            return;
        }
        Point lowest = values.stream().min(Comparator.comparingDouble(Point::y)).orElseThrow();
        Point highest =
                values.stream().max(Comparator.comparingDouble(Point::y)).orElseThrow();
        if (lowest.y() == highest.y()) {
            kept.add(lowest);
        } else if (values.indexOf(lowest) < values.indexOf(highest)) {
            kept.add(lowest);
            kept.add(highest);
        } else {
            kept.add(highest);
            kept.add(lowest);
        }
    }
}
