package dev.medley.loadtest.report;

/**
 * Something to be noticed in a plot that is not a curve.
 *
 * @param kind a place on the x-axis, a level of the y-axis, or a stretch of the x-axis
 * @param from where it is, or begins
 * @param to where it ends; the same as {@code from} if it has no extent
 * @param label what it is; short
 */
public record Mark(Kind kind, double from, double to, String label) {

    /** What a mark marks. */
    public enum Kind {
        /** A vertical line. */
        PLACE,
        /** A horizontal line, by the y-axis on the left. */
        LEVEL,
        /** A stretch of the x-axis, such as a phase of a test. */
        STRETCH
    }

    /** A vertical line at {@code x}, such as "the paper broke here". */
    public static Mark place(double x, String label) {
        return new Mark(Kind.PLACE, x, x, label);
    }

    /** A horizontal line at {@code y} of the axis on the left, such as "bound of the pool". */
    public static Mark level(double y, String label) {
        return new Mark(Kind.LEVEL, y, y, label);
    }

    /** A stretch of the x-axis, such as a phase of a test. */
    public static Mark stretch(double from, double to, String label) {
        return new Mark(Kind.STRETCH, from, to, label);
    }

    boolean isLevel() {
        return kind == Kind.LEVEL;
    }
}
