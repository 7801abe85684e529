package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.report.section.Point;
import java.util.List;

/**
 * A straight line through values over time, by least squares.
 *
 * @param count of values
 * @param mean of the values
 * @param slope change of the value in a second
 * @param error standard error of the slope
 * @param seconds from the first value to the last one
 */
record Trend(int count, double mean, double slope, double error, double seconds) {

    private static final double NO_FIT = Double.NaN;
    private static final int FEWEST = 3;
    /** Standard errors within which nearly all deviations by chance are. */
    private static final double BY_CHANCE = 2;

    private static final double HOUR = 3600;

    /** The trend of the second half, by time, of {@code points}, which are in order; NaN values are skipped. */
    static Trend ofSecondHalf(List<Point> points) {
        List<Point> known =
                points.stream().filter(point -> !Double.isNaN(point.y())).toList();
        if (known.isEmpty()) {
            return new Trend(0, NO_FIT, NO_FIT, NO_FIT, 0);
        }
        double middle = (known.get(0).x() + known.get(known.size() - 1).x()) / 2;
        return of(known.stream().filter(point -> point.x() >= middle).toList());
    }

    /** The trend of {@code points}, which are in order. */
    static Trend of(List<Point> points) {
        int count = points.size();
        double meanX = points.stream().mapToDouble(Point::x).average().orElse(NO_FIT);
        double meanY = points.stream().mapToDouble(Point::y).average().orElse(NO_FIT);
        double seconds =
                count == 0 ? 0 : points.get(count - 1).x() - points.get(0).x();
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (Point point : points) {
            xx += (point.x() - meanX) * (point.x() - meanX);
            xy += (point.x() - meanX) * (point.y() - meanY);
            yy += (point.y() - meanY) * (point.y() - meanY);
        }
        if (count < FEWEST || xx == 0) {
            return new Trend(count, meanY, NO_FIT, NO_FIT, seconds);
        }
        double slope = xy / xx;
        double residual = Math.max(0, yy - slope * xy);
        return new Trend(count, meanY, slope, Math.sqrt(residual / (count - 2) / xx), seconds);
    }

    double perHour() {
        return slope * HOUR;
    }

    /** The part of {@link #perHour} that may be by chance. */
    double uncertaintyPerHour() {
        return BY_CHANCE * error * HOUR;
    }

    /**
     * Returns whether the values do not grow by more than {@code boundPerHour} in an hour, apart from what may be by chance.
     * Nothing is known of fewer than three values: they are not flat.
     */
    boolean isFlat(double boundPerHour) {
        return perHour() - uncertaintyPerHour() <= boundPerHour;
    }
}
