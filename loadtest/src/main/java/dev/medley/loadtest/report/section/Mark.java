package dev.medley.loadtest.report.section;

/**
 * A level or a stretch in a plot, with its label.
 *
 * @param kind a level of the y-axis, or a stretch of the x-axis
 * @param from the level, or the beginning of the stretch
 * @param to the end of the stretch; the same as {@code from} for a level
 * @param label what it is; short
 */
public record Mark(Kind kind, double from, double to, String label) {

    /** The extent of a mark. */
    public enum Kind {
        /** A horizontal line. */
        LEVEL,
        /** A stretch of the x-axis, such as a phase of a test. */
        STRETCH
    }

    /** A horizontal line at {@code y}, such as "bound of the pool". */
    public static Mark level(double y, String label) {
        return new Mark(Kind.LEVEL, y, y, label);
    }

    /** A stretch of the x-axis, such as a phase of a test. */
    public static Mark stretch(double from, double to, String label) {
        return new Mark(Kind.STRETCH, from, to, label);
    }

    public boolean isLevel() {
        return kind == Kind.LEVEL;
    }
}
