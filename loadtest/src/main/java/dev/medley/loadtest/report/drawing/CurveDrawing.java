package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Figures;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;

/** Draws one curve. */
final class CurveDrawing {

    private final Plot plot;
    private final Curve curve;
    private final SeriesStyle style;
    private final Sheet sheet;

    CurveDrawing(Plot plot, Curve curve, SeriesStyle style, Sheet sheet) {
        this.plot = plot;
        this.curve = curve;
        this.style = style;
        this.sheet = sheet;
    }

    /** Draws a line through the points, or the points alone. */
    void draw(Markup out) {
        out.open("g", "class", style.cssClass());
        if (curve.style() != Curve.Style.POINTS) {
            drawLine(out);
        }
        if (curve.hasMarkers()) {
            drawMarkers(out);
        }
        out.close().line();
    }

    private void drawLine(Markup out) {
        PathData line = new PathData();
        for (Point point : curve.points()) {
            if (sheet.shows(point)) {
                line.line(sheet.across(point.x()), sheet.down(point.y()));
            } else {
                line.gap();
            }
        }
        if (!line.isEmpty()) {
            out.empty("path", "class", style.lineClass(), "stroke-dasharray", style.dash(), "d", line.toString());
        }
    }

    private void drawMarkers(Markup out) {
        for (Point point : curve.points().stream().filter(sheet::shows).toList()) {
            String value = Figures.withUnit(point.y(), plot.y().unit());
            String tip = "%s: %s at %s".formatted(curve.name(), value, Figures.format(point.x()));
            style.marker().draw(curve.markerClass(), sheet.across(point.x()), sheet.down(point.y()), tip, out);
        }
    }
}
