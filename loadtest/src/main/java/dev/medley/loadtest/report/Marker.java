package dev.medley.loadtest.report;

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
    void draw(double x, double y, String tip, Markup out) {
        out.open(
                "path",
                "class",
                "marker",
                "transform",
                "translate(" + PathData.number(x) + " " + PathData.number(y) + ")",
                "d",
                path);
        if (!tip.isEmpty()) {
            out.element("title", tip);
        }
        out.close();
    }
}
