package dev.medley.loadtest.report.drawing;

/** Builds the data of an SVG path, to a tenth of a pixel. */
final class PathData {

    private final StringBuilder data = new StringBuilder();
    private boolean drawing;
    private String lastX = "";
    private String lastY = "";

    /** Goes straight to a point; to the first one after a gap, without drawing. */
    void line(double x, double y) {
        if (!drawing) {
            start(x, y);
        } else if (goTo(x, y)) {
            data.append('L').append(lastX).append(' ').append(lastY);
        }
    }

    /** Lifts the pen. */
    void gap() {
        drawing = false;
    }

    boolean isEmpty() {
        return data.isEmpty();
    }

    @Override
    public String toString() {
        return data.toString();
    }

    /** A length to a tenth of a pixel, without what need not be written. */
    static String number(double length) {
        long tenths = Math.round(length * 10);
        String sign = tenths < 0 ? "-" : "";
        long size = Math.abs(tenths);
        return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
    }

    /** Begins with a line of no length, so that a value alone between two gaps shows as a dot. */
    private void start(double x, double y) {
        goTo(x, y);
        data.append('M').append(lastX).append(' ').append(lastY).append("h0");
        drawing = true;
    }

    /** Moves the pen; false if it was there already, as far as the eye can tell. */
    private boolean goTo(double x, double y) {
        String nextX = number(x);
        String nextY = number(y);
        boolean elsewhere = !nextX.equals(lastX) || !nextY.equals(lastY);
        lastX = nextX;
        lastY = nextY;
        return elsewhere;
    }
}
