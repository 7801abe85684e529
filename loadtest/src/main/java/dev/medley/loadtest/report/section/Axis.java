package dev.medley.loadtest.report.section;

/**
 * An axis of a plot.
 *
 * @param label what is measured along it
 * @param unit in which unit, or empty
 * @param kind how values are placed and written
 */
public record Axis(String label, String unit, Kind kind) {

    /** The placing of values along an axis, and their notation. */
    public enum Kind {
        /** Equal steps for equal differences; a vertical axis includes zero. */
        LINEAR,
        /** Equal steps for equal ratios; what is not above zero is not shown. */
        LOG,
        /** Seconds, written as minutes and seconds. */
        TIME
    }

    /** A linear axis. */
    public static Axis of(String label, String unit) {
        return new Axis(label, unit, Kind.LINEAR);
    }

    /** An axis of seconds, written as minutes and seconds. */
    public static Axis time(String label) {
        return new Axis(label, "min:s", Kind.TIME);
    }

    /** This axis with a logarithmic scale. */
    public Axis logarithmic() {
        return new Axis(label, unit, Kind.LOG);
    }

    public boolean isLogarithmic() {
        return kind == Kind.LOG;
    }

    /** Label and unit, as they stand beside the axis. */
    public String text() {
        return unit.isEmpty() ? label : label + " (" + unit + ")";
    }
}
