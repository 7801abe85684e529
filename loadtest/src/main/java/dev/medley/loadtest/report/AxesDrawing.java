package dev.medley.loadtest.report;

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
        Area area = sheet.area();
        for (Tick tick : sheet.y().ticks()) {
            double y = sheet.down(sheet.y(), tick.value());
            line("grid", area.left(), y, area.right(), y, out);
        }
        for (Tick tick : sheet.x().ticks()) {
            double x = sheet.across(tick.value());
            line("tick", x, area.bottom(), x, area.bottom() + 5, out);
        }
        line("axis", area.left(), area.bottom(), area.right(), area.bottom(), out);
        out.line();
    }

    /** Writes the labels of ticks, and those of the axes: the vertical ones lie, so that no head has to tilt. */
    void drawLabels(double baselineLeft, double baselineRight, Markup out) {
        Area area = sheet.area();
        text(plot.y().text(), 0, baselineLeft, "start", "axis-label", out);
        for (Tick tick : sheet.y().ticks()) {
            double y = sheet.down(sheet.y(), tick.value()) + HALF_A_DIGIT;
            text(tick.label(), area.left() - TICK_GAP, y, "end", "tick-label", out);
        }
        if (plot.second() != null) {
            text(plot.second().text(), width, baselineRight, "end", "axis-label", out);
            for (Tick tick : sheet.second().ticks()) {
                double y = sheet.down(sheet.second(), tick.value());
                line("tick", area.right(), y, area.right() + 5, y, out);
                text(tick.label(), area.right() + TICK_GAP, y + HALF_A_DIGIT, "start", "tick-label", out);
            }
        }
        for (Tick tick : sheet.x().ticks()) {
            double half = Lettering.width(tick.label()) / 2;
            double x = Math.max(half, Math.min(width - half, sheet.across(tick.value())));
            text(tick.label(), x, area.bottom() + Lettering.LINE, "middle", "tick-label", out);
        }
        double middle = area.left() + area.width() / 2;
        text(plot.x().text(), middle, area.bottom() + 2 * Lettering.LINE + 2, "middle", "axis-label", out);
        out.line();
    }

    private static void line(String cssClass, double x1, double y1, double x2, double y2, Markup out) {
        PathData line = new PathData();
        line.line(x1, y1);
        line.line(x2, y2);
        out.empty("path", "class", cssClass, "d", line.toString());
    }

    private static void text(String text, double x, double y, String anchor, String cssClass, Markup out) {
        out.element(
                "text",
                text,
                "class",
                cssClass,
                "x",
                PathData.number(x),
                "y",
                PathData.number(y),
                "text-anchor",
                anchor);
    }
}
