package dev.medley.loadtest.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Draws one curve. */
final class CurveDrawing {

    /** The diameter of a dot, which the style sheet repeats. */
    private static final int DOT = 3;

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

    /** Draws a line through at most {@code maxPoints} of the points, or all of the points alone. */
    void draw(int maxPoints, Markup out) {
        out.open("g", "class", style.cssClass());
        if (curve.style() != Curve.Style.POINTS) {
            path(line(maxPoints), style.lineClass(), style.dash(), out);
        }
        if (curve.hasMarkers()) {
            drawMarkers(out);
        } else if (curve.style() == Curve.Style.POINTS) {
            path(dots(), "dots", "none", out);
        }
        out.close().line();
    }

    private PathData line(int maxPoints) {
        PathData line = new PathData();
        for (Point point : Thinning.of(curve.points(), maxPoints)) {
            if (sheet.shows(point)) {
                line.line(sheet.across(point.x()), sheet.down(point.y()));
            } else {
                line.gap();
            }
        }
        return line;
    }

    private void drawMarkers(Markup out) {
        for (Point point : shown()) {
            String value = Figures.withUnit(point.y(), plot.y().unit());
            String tip = "%s: %s at %s".formatted(curve.name(), value, Figures.format(point.x()));
            style.marker().draw(curve.markerClass(), sheet.across(point.x()), sheet.down(point.y()), tip, out);
        }
    }

    /**
     * Many points as one path. A dot that would lie upon another is left out, which cannot be seen; to thin a cloud as one
     * thins a line would leave its upper and its lower edge, and make two clouds of it.
     */
    private PathData dots() {
        PathData path = new PathData();
        Set<Place> taken = new HashSet<>();
        for (Point point : shown()) {
            double x = sheet.across(point.x());
            double y = sheet.down(point.y());
            if (taken.add(new Place(Math.round(x / DOT), Math.round(y / DOT)))) {
                path.dot(x, y);
            }
        }
        return path;
    }

    private List<Point> shown() {
        return curve.points().stream().filter(sheet::shows).toList();
    }

    private static void path(PathData data, String cssClass, String dash, Markup out) {
        if (!data.isEmpty()) {
            out.empty("path", "class", cssClass, "stroke-dasharray", dash, "d", data.toString());
        }
    }

    private record Place(long column, long row) {}
}
