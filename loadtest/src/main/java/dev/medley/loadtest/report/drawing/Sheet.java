package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Point;

/**
 * The rectangle between the axes, and the places of values in it.
 *
 * @param left its left edge
 * @param top its upper edge
 * @param width its width
 * @param height its height
 * @param x the scale at the bottom
 * @param y the scale on the left
 */
record Sheet(double left, double top, double width, double height, Scale x, Scale y) {

    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }

    double across(double value) {
        return left + x.fraction(value) * width;
    }

    double down(double value) {
        return bottom() - y.fraction(value) * height;
    }

    boolean shows(Point point) {
        return x.canShow(point.x()) && y.canShow(point.y());
    }
}
