package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Plot;
import java.util.ArrayList;
import java.util.List;

/** The names of the curves, each beside a sample of its style, in as many rows as they need. */
final class Legend {

    private static final int SAMPLE = 30;
    private static final int SAMPLE_GAP = 6;
    private static final int ITEM_GAP = 20;
    private static final int BELOW = 8;
    private static final int BASELINE = 13;
    private static final int MIDDLE = 9;

    private final List<Item> items = new ArrayList<>();
    private int rows;

    Legend(Plot plot, double width) {
        double x = 0;
        List<SeriesStyle> styles = SeriesStyle.of(plot.curves());
        for (int i = 0; i < styles.size(); i++) {
            Curve curve = plot.curves().get(i);
            double itemWidth = SAMPLE + SAMPLE_GAP + TextMetrics.width(curve.name());
            if (rows == 0 || x + itemWidth > width) {
                rows++;
                x = 0;
            }
            items.add(new Item(curve, styles.get(i), x, (rows - 1) * TextMetrics.LINE));
            x += itemWidth + ITEM_GAP;
        }
    }

    int height() {
        return rows == 0 ? 0 : rows * TextMetrics.LINE + BELOW;
    }

    void draw(Markup out) {
        out.open("g", "class", "legend");
        items.forEach(item -> item.draw(out));
        out.close().line();
    }

    private record Item(Curve curve, SeriesStyle style, double x, double y) {

        void draw(Markup out) {
            out.open("g", "class", style.cssClass());
            PathData sample = new PathData();
            if (curve.style() != Curve.Style.POINTS) {
                sample.line(x, y + MIDDLE);
                sample.line(x + SAMPLE, y + MIDDLE);
                out.empty("path", "class", style.lineClass(), "stroke-dasharray", style.dash(), "d", sample.toString());
            }
            if (curve.hasMarkers()) {
                style.marker().draw(curve.markerClass(), x + SAMPLE / 2.0, y + MIDDLE, "", out);
            }
            out.close();
            String textAt = PathData.number(x + SAMPLE + SAMPLE_GAP);
            out.element("text", curve.name(), "x", textAt, "y", PathData.number(y + BASELINE));
        }
    }
}
