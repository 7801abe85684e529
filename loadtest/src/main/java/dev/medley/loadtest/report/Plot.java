package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Curves over a common x-axis.
 *
 * @param title what the plot shows
 * @param caption what there is to see, in a sentence or two; may be empty
 * @param x the axis at the bottom
 * @param y the axis on the left
 * @param second the axis on the right; null if there is none
 * @param curves the curves, in the order of the legend
 * @param marks what else there is to notice
 */
public record Plot(
        String title,
        String caption,
        Axis x,
        Axis y,
        @Nullable Axis second,
        List<Curve> curves,
        List<Mark> marks) implements Section {

    /**
     * Copies curves and marks.
     *
     * @throws IllegalArgumentException if a curve belongs to a second axis that is not there
     */
    public Plot {
        curves = List.copyOf(curves);
        marks = List.copyOf(marks);
        if (second == null && curves.stream().anyMatch(Curve::onSecondAxis)) {
            throw new IllegalArgumentException(
                    "a curve of \"%s\" is on a second axis, which the plot does not have".formatted(title));
        }
    }

    /** Begins a plot of {@code y} over {@code x}. */
    public static Builder of(String title, Axis x, Axis y) {
        return new Builder(title, x, y);
    }

    /** The axis by which {@code curve} is measured. */
    Axis axisOf(Curve curve) {
        return second != null && curve.onSecondAxis() ? second : y;
    }

    /** Collects what is in a plot. */
    public static final class Builder {

        private final String title;
        private final Axis x;
        private final Axis y;
        private final List<Curve> curves = new ArrayList<>();
        private final List<Mark> marks = new ArrayList<>();
        private String caption = "";
        private @Nullable Axis second;

        private Builder(String title, Axis x, Axis y) {
            this.title = title;
            this.x = x;
            this.y = y;
        }

        /** Says what there is to see. */
        public Builder caption(String text) {
            caption = text;
            return this;
        }

        /** Adds an axis on the right. */
        public Builder second(Axis axis) {
            second = axis;
            return this;
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

        /**
         * The plot.
         *
         * @throws IllegalArgumentException if a curve belongs to a second axis that is not there
         */
        public Plot build() {
            return new Plot(title, caption, x, y, second, curves, marks);
        }
    }
}
