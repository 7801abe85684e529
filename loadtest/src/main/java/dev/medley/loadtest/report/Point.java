package dev.medley.loadtest.report;

/**
 * A point of a curve. A coordinate that is NaN makes a gap.
 *
 * @param x where
 * @param y the value; of a band, its lower edge
 * @param top the upper edge of a band; elsewhere the same as {@code y}
 */
public record Point(double x, double y, double top) {

    /** A point of anything but a band. */
    public static Point of(double x, double y) {
        return new Point(x, y, y);
    }

    boolean isBetween(Scale horizontal, Scale vertical) {
        return horizontal.canShow(x) && vertical.canShow(y) && vertical.canShow(top);
    }
}
