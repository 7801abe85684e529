package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Curve;
import java.util.ArrayList;
import java.util.List;

/**
 * The look of a curve: a colour and, for readers who cannot tell the colours or have printed them in grey, a dash and a
 * marker.
 *
 * @param cssClass the class that has the colour
 * @param lineClass the class that has the width of the line
 * @param dash the pattern of its line
 * @param marker the shape of its points
 */
record SeriesStyle(String cssClass, String lineClass, String dash, Marker marker) {

    private static final String SOLID = "none";

    /** As many as the style sheet has colours. */
    private static final List<String> DASHES = List.of(SOLID, "7 4", "2 3", "10 3 2 3", "14 5", "5 2 2 2 2 2");

    private static final List<Marker> MARKERS = List.of(Marker.values());

    /** The styles of the curves, in their order. A dashed curve has the colour of the one before it. */
    static List<SeriesStyle> of(List<Curve> curves) {
        boolean anyDashed = curves.stream().anyMatch(Curve::isDashed);
        List<SeriesStyle> styles = new ArrayList<>();
        int number = -1;
        for (Curve curve : curves) {
            number += curve.isDashed() && number >= 0 ? 0 : 1;
            SeriesStyle style = SeriesStyle.of(number);
            // Beside dashed curves the others are solid: their markers keep them apart.
            styles.add(curve.isDashed() ? style.dashed() : anyDashed ? style.solid() : style);
        }
        return styles;
    }

    /** The style of the curve with this index. Beyond the colours, a colour comes again with another dash and marker. */
    static SeriesStyle of(int index) {
        int colours = DASHES.size();
        int shape = index + index / colours;
        return new SeriesStyle(
                "c" + index % colours, "line", DASHES.get(shape % colours), MARKERS.get(shape % MARKERS.size()));
    }

    SeriesStyle solid() {
        return new SeriesStyle(cssClass, lineClass, SOLID, marker);
    }

    /** Thin and dashed. */
    SeriesStyle dashed() {
        return new SeriesStyle(cssClass, "line thin", "4 3", marker);
    }

    /** The shapes of points, as paths around the origin. */
    enum Marker {
        CIRCLE("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"),
        SQUARE("M-3.5 -3.5h7v7h-7z"),
        TRIANGLE("M0 -4.8L4.6 3.4H-4.6z"),
        DIAMOND("M0 -5L5 0L0 5L-5 0z"),
        INVERTED("M0 4.8L4.6 -3.4H-4.6z"),
        CROSS("M-1.6 -4.8h3.2v3.2h3.2v3.2h-3.2v3.2h-3.2v-3.2h-3.2v-3.2h3.2z");

        private final String path;

        Marker(String path) {
            this.path = path;
        }

        /** Writes the shape at a place, with a text that appears when it is pointed at. */
        void draw(String cssClass, double x, double y, String tip, Markup out) {
            String place = "translate(" + PathData.number(x) + " " + PathData.number(y) + ")";
            out.open("path", "class", cssClass, "transform", place, "d", path);
            if (!tip.isEmpty()) {
                out.element("title", tip);
            }
            out.close();
        }
    }
}
