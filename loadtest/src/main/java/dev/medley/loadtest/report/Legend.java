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
            PathData sample = new PathData();
            double middle = y + MIDDLE;
            out.open("g", "class", look.cssClass());
            if (curve.isBand()) {
                sample.line(x, middle - 5);
                sample.line(x + SAMPLE, middle - 5);
                sample.line(x + SAMPLE, middle + 5);
                sample.line(x, middle + 5);
                sample.close();
                out.empty("path", "class", "band", "d", sample.toString());
            } else {
                if (curve.style() != Curve.Style.POINTS) {
                    sample.line(x, middle);
                    sample.line(x + SAMPLE, middle);
                    out.empty("path", "class", "line", "stroke-dasharray", look.dash(), "d", sample.toString());
                }
                if (curve.points().size() <= CurveDrawing.FEW_POINTS) {
                    look.marker().draw(x + SAMPLE / 2.0, middle, "", out);
                }
            }
            out.close();
            out.element(
                    "text", name, "x", PathData.number(x + SAMPLE + SAMPLE_GAP), "y", PathData.number(y + BASELINE));
        }
    }
}
