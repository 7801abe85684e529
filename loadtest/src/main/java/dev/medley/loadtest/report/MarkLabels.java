package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.List;

/** The labels of places and stretches, above the plot, in as many rows as keep them apart. */
final class MarkLabels {

    private static final double GAP = 8;

    private final List<Label> labels = new ArrayList<>();
    private final List<Double> endOfRow = new ArrayList<>();

    /**
     * Finds a place for each label.
     *
     * @param left the left edge of the plot
     * @param plotWidth the width of the plot
     * @param frameWidth the width that labels may take
     */
    MarkLabels(List<Mark> marks, Scale x, double left, double plotWidth, double frameWidth) {
        marks.stream()
                .filter(mark -> !mark.isLevel() && x.canShow(mark.from()) && x.canShow(mark.to()))
                .sorted((a, b) -> Double.compare(a.from() + a.to(), b.from() + b.to()))
                .forEach(mark -> {
                    double begin = left + x.fraction(mark.from()) * plotWidth;
                    double end = left + x.fraction(mark.to()) * plotWidth;
                    double half = Lettering.width(mark.label()) / 2;
                    double middle = Math.max(half, Math.min(frameWidth - half, (begin + end) / 2));
                    labels.add(new Label(mark, begin, end, middle, row(middle - half, middle + half)));
                });
    }

    List<Label> labels() {
        return labels;
    }

    int height() {
        return endOfRow.size() * Lettering.LINE;
    }

    /** The lowest row with room from {@code begin} on. Row 0 is next to the plot. */
    private int row(double begin, double end) {
        int row = 0;
        while (row < endOfRow.size() && endOfRow.get(row) + GAP > begin) {
            row++;
        }
        if (row == endOfRow.size()) {
            endOfRow.add(end);
        } else {
            endOfRow.set(row, end);
        }
        return row;
    }

    /**
     * A label with its place.
     *
     * @param mark what it labels
     * @param begin where that begins
     * @param end where that ends
     * @param middle the middle of the text
     * @param row the row, counted upwards
     */
    record Label(Mark mark, double begin, double end, double middle, int row) {}
}
