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

    /** Begins a plot of {@code y} over {@code x}. */
    public static Builder of(String title, Axis x, Axis y) {
        return new Builder(title, x, y);
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

    /** Collects the content of a plot. */
    public static final class Builder {

        private final String title;
        private final Axis x;
        private final Axis y;
        private final List<Curve> curves = new ArrayList<>();
        private final List<Mark> marks = new ArrayList<>();

        private Builder(String title, Axis x, Axis y) {
            this.title = title;
            this.x = x;
            this.y = y;
        }

        /** Adds a curve. */
        public Builder curve(Curve curve) {
            curves.add(curve);
            return this;
        }

        /** Adds a mark. */
        public Builder mark(Mark mark) {
            marks.add(mark);
            return this;
        }

        /** The plot with its curves and marks so far. */
        public Plot build() {
            return new Plot(title, x, y, curves, marks);
        }
    }
}
