package dev.medley.loadtest.report.section;

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
}
