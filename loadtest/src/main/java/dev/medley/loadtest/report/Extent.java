package dev.medley.loadtest.report;

/**
 * The least and the greatest of some values.
 *
 * @param min the least; positive infinity if there was no value
 * @param max the greatest; negative infinity if there was no value
 */
record Extent(double min, double max) {

    static final Extent EMPTY = new Extent(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

    /** The range of the x-axis of a plot. Marks count: a stretch must not lie outside. */
    static Extent across(Plot plot) {
        Extent extent = EMPTY;
        for (Curve curve : plot.curves()) {
            for (Point point : curve.points()) {
                extent = extent.reaching(point.x(), plot.x());
            }
        }
        for (Mark mark : plot.marks()) {
            if (!mark.isLevel()) {
                extent = extent.reaching(mark.from(), plot.x()).reaching(mark.to(), plot.x());
            }
        }
        return extent;
    }

    /** The range of the y-axis of a plot, levels included. */
    static Extent upward(Plot plot) {
        Extent extent = EMPTY;
        for (Curve curve : plot.curves()) {
            for (Point point : curve.points()) {
                extent = extent.reaching(point.y(), plot.y());
            }
        }
        for (Mark mark : plot.marks()) {
            if (mark.isLevel()) {
                extent = extent.reaching(mark.from(), plot.y());
            }
        }
        return extent;
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

    private Extent reaching(double value, Axis axis) {
        return Scale.canShow(value, axis.isLogarithmic()) ? with(value) : this;
    }
}
