package dev.medley.loadtest.report;

/** Draws a plot as an SVG element. Colours come from the style sheet of the page. */
final class PlotDrawing {

    private PlotDrawing() {}

    /**
     * Draws {@code plot}.
     *
     * @param id tells the drawing from others on the page
     */
    static void draw(Plot plot, Frame frame, String id, Markup out) {
        Layout layout = new Layout(plot, frame);
        Sheet sheet = layout.sheet();
        String width = String.valueOf(frame.width());
        String height = PathData.number(layout.height());
        out.open(
                        "svg",
                        "class",
                        "plot " + frame.cssClass(),
                        "viewBox",
                        "0 0 " + width + " " + height,
                        "width",
                        width,
                        "height",
                        height,
                        "role",
                        "img",
                        "aria-labelledby",
                        id + "-title " + id + "-desc")
                .line();
        out.element("title", plot.title(), "id", id + "-title").line();
        out.element("desc", PlotDescription.of(plot), "id", id + "-desc").line();
        AxesDrawing axes = new AxesDrawing(plot, sheet, frame.width());
        MarkDrawing marks = new MarkDrawing(plot, sheet, layout.markLabels());
        marks.drawBehind(out);
        axes.drawGrid(out);
        drawCurves(plot, true, sheet, frame, out);
        drawCurves(plot, false, sheet, frame, out);
        marks.drawBefore(out);
        if (Extents.across(plot).isEmpty()) {
            drawNothing(sheet.area(), out);
        }
        layout.legend().draw(out);
        axes.drawLabels(layout.baselineLeft(), layout.baselineRight(), out);
        out.close().line();
    }

    private static void drawNothing(Area area, Markup out) {
        out.element(
                "text",
                "no values",
                "class",
                "axis-label",
                "x",
                PathData.number(area.left() + area.width() / 2),
                "y",
                PathData.number(area.top() + area.height() / 2),
                "text-anchor",
                "middle");
    }

    /** Draws the bands, which would else hide what lies behind them, or all the others. */
    private static void drawCurves(Plot plot, boolean bands, Sheet sheet, Frame frame, Markup out) {
        for (int i = 0; i < plot.curves().size(); i++) {
            if (plot.curves().get(i).isBand() == bands) {
                new CurveDrawing(plot, i, sheet, frame.points()).draw(out);
            }
        }
    }
}
