package dev.medley.loadtest.report;

/**
 * The least and the greatest of some values.
 *
 * @param min the least; positive infinity if there was no value
 * @param max the greatest; negative infinity if there was no value
 */
record Extent(double min, double max) {

    static final Extent EMPTY = new Extent(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

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
}
