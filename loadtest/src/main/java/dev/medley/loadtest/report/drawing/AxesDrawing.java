package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Plot;

/** Draws grid, axes, ticks and their labels. */
final class AxesDrawing {

    private static final int TICK_GAP = 8;
    private static final int HALF_A_DIGIT = 4;

    private final Plot plot;
    private final Sheet sheet;
    private final int width;

    AxesDrawing(Plot plot, Sheet sheet, int width) {
        this.plot = plot;
        this.sheet = sheet;
        this.width = width;
    }

    void drawGrid(Markup out) {
        for (Scale.Tick tick : sheet.y().ticks()) {
            double y = sheet.down(tick.value());
            out.straight("grid", sheet.left(), y, sheet.right(), y);
        }
        for (Scale.Tick tick : sheet.x().ticks()) {
            double x = sheet.across(tick.value());
            out.straight("tick", x, sheet.bottom(), x, sheet.bottom() + 5);
        }
        out.straight("axis", sheet.left(), sheet.bottom(), sheet.right(), sheet.bottom());
        out.line();
    }

    /** Writes the labels of ticks, and those of the axes: the vertical one lies, so that it reads as the others do. */
    void drawLabels(double baseline, Markup out) {
        out.label(plot.y().text(), "axis-label", "start", 0, baseline);
        for (Scale.Tick tick : sheet.y().ticks()) {
            double y = sheet.down(tick.value()) + HALF_A_DIGIT;
            out.label(tick.label(), "tick-label", "end", sheet.left() - TICK_GAP, y);
        }
        for (Scale.Tick tick : sheet.x().ticks()) {
            double half = TextMetrics.width(tick.label()) / 2;
            double x = Math.max(half, Math.min(width - half, sheet.across(tick.value())));
            out.label(tick.label(), "tick-label", "middle", x, sheet.bottom() + TextMetrics.LINE);
        }
        double middle = sheet.left() + sheet.width() / 2;
        out.label(plot.x().text(), "axis-label", "middle", middle, sheet.bottom() + 2 * TextMetrics.LINE + 2);
        out.line();
    }
}
