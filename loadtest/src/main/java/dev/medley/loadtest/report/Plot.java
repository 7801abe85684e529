package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Curves over a common x-axis.
 *
 * @param title what the plot shows
 * @param x the axis at the bottom
 * @param y the axis on the left
 * @param curves the curves, in the order of the legend
 * @param marks levels and stretches
 */
public record Plot(String title, Axis x, Axis y, List<Curve> curves, List<Mark> marks) implements Section {

    /** Copies curves and marks. */
    public Plot {
        curves = List.copyOf(curves);
        marks = List.copyOf(marks);
    }

    /** A plot of {@code y} over {@code x} without content; {@link #curve} and {@link #mark} add it. */
    public static Plot of(String title, Axis x, Axis y) {
        return new Plot(title, x, y, List.of(), List.of());
    }

    /** This plot with one more curve. */
    public Plot curve(Curve curve) {
        return new Plot(title, x, y, with(curves, curve), marks);
    }

    /** This plot with one more mark. */
    public Plot mark(Mark mark) {
        return new Plot(title, x, y, curves, with(marks, mark));
    }

    private static <T> List<T> with(List<T> list, T last) {
        List<T> longer = new ArrayList<>(list);
        longer.add(last);
        return longer;
    }

    /** The styles of the curves, in their order. A dashed curve has the colour of the one before it. */
    List<SeriesStyle> styles() {
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
}
