package dev.medley.loadtest.report;

/**
 * Where values are on the drawing.
 *
 * @param area the rectangle between the axes
 * @param x the scale at the bottom
 * @param y the scale on the left
 * @param second the scale on the right; that on the left if there is none
 */
record Sheet(Area area, Scale x, Scale y, Scale second) {

    double across(double value) {
        return area.left() + x.fraction(value) * area.width();
    }

    double down(Scale scale, double value) {
        return area.bottom() - scale.fraction(value) * area.height();
    }

    Scale scaleOf(Curve curve) {
        return curve.onSecondAxis() ? second : y;
    }
}
