package dev.medley.loadtest.report;

import java.util.Comparator;

/** Divides a frame among legend, labels and the plot proper. */
final class Layout {

    private static final int BESIDE_TICKS = 12;
    private static final int NO_AXIS = 22;
    private static final int ABOVE_PLOT = 8;
    private static final int BELOW_PLOT = 2 * Lettering.LINE + 8;
    private static final int AXIS_LABEL = 14;

    private final Legend legend;
    private final MarkLabels markLabels;
    private final Sheet sheet;
    private final int axisLabelRows;

    Layout(Plot plot, Frame frame) {
        Scale y = Scales.vertical(plot.y(), Extents.upward(plot, plot.y(), false), frame.ticks());
        Scale second = plot.second() == null
                ? y
                : Scales.vertical(plot.second(), Extents.upward(plot, plot.second(), true), frame.ticks());
        double left = widestLabel(y) + BESIDE_TICKS;
        double right = plot.second() == null ? NO_AXIS : widestLabel(second) + BESIDE_TICKS;
        double width = frame.width() - left - right;
        Scale x = Scales.horizontal(plot.x(), Extents.across(plot), width);
        legend = new Legend(plot.curves(), frame.width());
        markLabels = new MarkLabels(plot.marks(), x, left, width, frame.width());
        axisLabelRows = axisLabelRows(plot, frame.width());
        int top = legend.height() + axisLabelRows * Lettering.LINE + markLabels.height() + ABOVE_PLOT;
        sheet = new Sheet(new Area(left, top, width, frame.plotHeight()), x, y, second);
    }

    Legend legend() {
        return legend;
    }

    MarkLabels markLabels() {
        return markLabels;
    }

    Sheet sheet() {
        return sheet;
    }

    double height() {
        return sheet.area().bottom() + BELOW_PLOT;
    }

    /** Where the label of the axis on the right stands. */
    double baselineRight() {
        return legend.height() + AXIS_LABEL;
    }

    /** Where the label of the axis on the left stands: next to the plot, if the two do not fit into one row. */
    double baselineLeft() {
        return baselineRight() + (axisLabelRows - 1) * Lettering.LINE;
    }

    private static int axisLabelRows(Plot plot, double width) {
        double left = Lettering.width(plot.y().text());
        double right = plot.second() == null ? 0 : Lettering.width(plot.second().text());
        return left + right + BESIDE_TICKS > width ? 2 : 1;
    }

    private static double widestLabel(Scale scale) {
        return scale.ticks().stream()
                .map(tick -> Lettering.width(tick.label()))
                .max(Comparator.naturalOrder())
                .orElse(0.0);
    }
}
