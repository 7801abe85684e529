package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.List;

/** Draws one curve. */
final class CurveDrawing {

    /** Up to this many points, each has a marker, and a text when it is pointed at. */
    static final int FEW_POINTS = 40;

    private final Plot plot;
    private final Curve curve;
    private final Look look;
    private final Sheet sheet;
    private final Scale scale;
    private final List<Point> points;

    CurveDrawing(Plot plot, int index, Sheet sheet, int mostPoints) {
        this.plot = plot;
        this.curve = plot.curves().get(index);
        this.look = Look.of(index);
        this.sheet = sheet;
        this.scale = sheet.scaleOf(curve);
        this.points = curve.style() == Curve.Style.POINTS ? curve.points() : Thinning.of(curve.points(), mostPoints);
    }

    void draw(Markup out) {
        out.open("g", "class", look.cssClass());
        switch (curve.style()) {
            case LINE, STEP -> drawLine(out);
            case POINTS -> drawPoints(out);
            case BAND -> path(band(), "band", "none", out);
        }
        out.close().line();
    }

    private void drawLine(Markup out) {
        PathData line = new PathData();
        for (Point point : points) {
            if (!point.isBetween(sheet.x(), scale)) {
                line.gap();
            } else if (curve.style() == Curve.Style.STEP) {
                line.step(across(point), down(point));
            } else {
                line.line(across(point), down(point));
            }
        }
        path(line, "line", look.dash(), out);
        if (points.size() <= FEW_POINTS) {
            drawMarkers(out);
        }
    }

    private void drawPoints(Markup out) {
        if (points.size() <= FEW_POINTS) {
            drawMarkers(out);
            return;
        }
        Dots dots = new Dots();
        shown().forEach(point -> dots.add(across(point), down(point)));
        path(dots.path(), "dots", "none", out);
    }

    private void drawMarkers(Markup out) {
        for (Point point : shown()) {
            String tip = "%s: %s at %s"
                    .formatted(
                            curve.name(),
                            Figures.withUnit(point.y(), plot.axisOf(curve).unit()),
                            Figures.format(point.x()));
            look.marker().draw(across(point), down(point), tip, out);
        }
    }

    private PathData band() {
        PathData band = new PathData();
        List<Point> piece = new ArrayList<>();
        for (Point point : points) {
            if (point.isBetween(sheet.x(), scale)) {
                piece.add(point);
            } else {
                addPiece(piece, band);
                piece.clear();
            }
        }
        addPiece(piece, band);
        return band;
    }

    /** Along the upper edge, and back along the lower one. */
    private void addPiece(List<Point> piece, PathData band) {
        for (Point point : piece) {
            band.line(across(point), sheet.down(scale, point.top()));
        }
        for (int i = piece.size() - 1; i >= 0; i--) {
            band.line(across(piece.get(i)), down(piece.get(i)));
        }
        band.close();
    }

    private List<Point> shown() {
        return points.stream()
                .filter(point -> point.isBetween(sheet.x(), scale))
                .toList();
    }

    private static void path(PathData data, String cssClass, String dash, Markup out) {
        if (!data.isEmpty()) {
            out.empty("path", "class", cssClass, "stroke-dasharray", dash, "d", data.toString());
        }
    }

    private double across(Point point) {
        return sheet.across(point.x());
    }

    private double down(Point point) {
        return sheet.down(scale, point.y());
    }
}
