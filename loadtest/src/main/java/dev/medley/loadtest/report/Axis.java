package dev.medley.loadtest.report;

/**
 * An axis of a plot.
 *
 * @param label what is measured along it
 * @param unit in which unit, or empty
 * @param kind how values are placed and written
 * @param fromZero whether a linear axis begins at zero, though no value comes near it
 */
public record Axis(String label, String unit, Kind kind, boolean fromZero) {

    /** How values are placed along an axis, and written beside it. */
    public enum Kind {
        /** Equal steps for equal differences. */
        LINEAR,
        /** Equal steps for equal ratios; what is not above zero is not shown. */
        LOG,
        /** Seconds, written as minutes and seconds. */
        TIME
    }

    /** A linear axis that includes zero. */
    public static Axis of(String label, String unit) {
        return new Axis(label, unit, Kind.LINEAR, true);
    }

    /** An axis of seconds, written as minutes and seconds. */
    public static Axis time(String label) {
        return new Axis(label, "min:s", Kind.TIME, false);
    }

    /** This axis with a logarithmic scale. */
    public Axis logarithmic() {
        return new Axis(label, unit, Kind.LOG, false);
    }

    /** This axis with nothing but the range of its values, for differences that are small beside the values. */
    public Axis zoomed() {
        return new Axis(label, unit, kind, false);
    }

    /** Label and unit, as they stand beside the axis. */
    String text() {
        return unit.isEmpty() ? label : label + " (" + unit + ")";
    }
}
