package dev.medley.loadtest.report;

/**
 * The rectangle between the axes.
 *
 * @param left its left edge
 * @param top its upper edge
 * @param width its width
 * @param height its height
 */
record Area(double left, double top, double width, double height) {

    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }
}
