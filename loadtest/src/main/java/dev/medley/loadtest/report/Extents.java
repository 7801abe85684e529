package dev.medley.loadtest.report;

/** Finds what the axes of a plot have to reach. Marks count: "the paper broke here" must not lie outside. */
final class Extents {

    private Extents() {}

    static Extent across(Plot plot) {
        boolean logarithmic = isLogarithmic(plot.x());
        Extent extent = Extent.EMPTY;
        for (Curve curve : plot.curves()) {
            for (Point point : curve.points()) {
                extent = reach(extent, point.x(), logarithmic);
            }
        }
        for (Mark mark : plot.marks()) {
            if (!mark.isLevel()) {
                extent = reach(reach(extent, mark.from(), logarithmic), mark.to(), logarithmic);
            }
        }
        return extent;
    }

    /** The values of the axis on the left, or of that on the right. */
    static Extent upward(Plot plot, Axis axis, boolean second) {
        boolean logarithmic = isLogarithmic(axis);
        Extent extent = Extent.EMPTY;
        for (Curve curve : plot.curves()) {
            if (curve.onSecondAxis() == second) {
                for (Point point : curve.points()) {
                    extent = reach(reach(extent, point.y(), logarithmic), point.top(), logarithmic);
                }
            }
        }
        for (Mark mark : plot.marks()) {
            if (mark.isLevel() && !second) {
                extent = reach(extent, mark.from(), logarithmic);
            }
        }
        return extent;
    }

    private static boolean isLogarithmic(Axis axis) {
        return axis.kind() == Axis.Kind.LOG;
    }

    private static Extent reach(Extent extent, double value, boolean logarithmic) {
        return Scale.canShow(value, logarithmic) ? extent.with(value) : extent;
    }
}
