package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.List;

/** The names of the curves, each beside a sample of its look, in as many rows as they need. */
final class Legend {

    private static final int SAMPLE = 30;
    private static final int SAMPLE_GAP = 6;
    private static final int ITEM_GAP = 20;
    private static final int BELOW = 8;
    private static final int BASELINE = 13;
    private static final int MIDDLE = 9;
    private static final int HALF_A_BAND = 5;

    private final List<Item> items = new ArrayList<>();
    private int rows;

    Legend(List<Curve> curves, double width) {
        double x = 0;
        for (int i = 0; i < curves.size(); i++) {
            Curve curve = curves.get(i);
            String name = curve.onSecondAxis() ? curve.name() + " (right)" : curve.name();
            double itemWidth = SAMPLE + SAMPLE_GAP + Lettering.width(name);
            if (rows == 0 || x + itemWidth > width) {
                rows++;
                x = 0;
            }
            items.add(new Item(curve, name, Look.of(i), x, (rows - 1) * Lettering.LINE));
            x += itemWidth + ITEM_GAP;
        }
    }

    int height() {
        return rows == 0 ? 0 : rows * Lettering.LINE + BELOW;
    }

    void draw(Markup out) {
        out.open("g", "class", "legend");
        items.forEach(item -> item.draw(out));
        out.close().line();
    }

    private record Item(Curve curve, String name, Look look, double x, double y) {

        void draw(Markup out) {
            double middle = y + MIDDLE;
            out.open("g", "class", look.cssClass());
            switch (curve.style()) {
                case BAND -> drawBand(middle, out);
                case POINTS -> drawPoints(middle, out);
                case LINE, STEP -> drawLine(middle, out);
            }
            out.close();
            out.element(
                    "text", name, "x", PathData.number(x + SAMPLE + SAMPLE_GAP), "y", PathData.number(y + BASELINE));
        }

        private void drawBand(double middle, Markup out) {
            PathData sample = new PathData();
            sample.line(x, middle - HALF_A_BAND);
            sample.line(x + SAMPLE, middle - HALF_A_BAND);
            sample.line(x + SAMPLE, middle + HALF_A_BAND);
            sample.line(x, middle + HALF_A_BAND);
            sample.close();
            out.empty("path", "class", "band", "d", sample.toString());
        }

        private void drawPoints(double middle, Markup out) {
            if (hasMarkers()) {
                drawMarker(middle, out);
                return;
            }
            PathData sample = new PathData();
            sample.dot(x + SAMPLE / 4.0, middle + 2);
            sample.dot(x + SAMPLE / 2.0, middle - 2);
            sample.dot(x + SAMPLE * 3 / 4.0, middle + 1);
            out.empty("path", "class", "dots", "d", sample.toString());
        }

        private void drawLine(double middle, Markup out) {
            PathData sample = new PathData();
            sample.line(x, middle);
            sample.line(x + SAMPLE, middle);
            out.empty("path", "class", "line", "stroke-dasharray", look.dash(), "d", sample.toString());
            if (hasMarkers()) {
                drawMarker(middle, out);
            }
        }

        private void drawMarker(double middle, Markup out) {
            look.marker().draw(x + SAMPLE / 2.0, middle, "", out);
        }

        private boolean hasMarkers() {
            return curve.points().size() <= CurveDrawing.FEW_POINTS;
        }
    }
}
