package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws marks: stretches behind the curves, levels before them, and the labels above the plot, in rows. */
final class MarkDrawing {

    private static final double GAP = 8;
    private static final int ABOVE_PLOT = 6;
    private static final int ABOVE_LEVEL = 5;
    private static final int BELOW_LEVEL = 15;
    private static final int INSET = 6;

    private final List<Mark> levels;
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<Double> endOfRow = new ArrayList<>();

    /**
     * Finds a place for each label.
     *
     * @param left the left edge of the plot
     * @param plotWidth the width of the plot
     * @param frameWidth the width that labels may take
     */
    MarkDrawing(List<Mark> marks, Scale x, double left, double plotWidth, double frameWidth) {
        levels = marks.stream().filter(Mark::isLevel).toList();
        marks.stream()
                .filter(mark -> !mark.isLevel() && x.canShow(mark.from()) && x.canShow(mark.to()))
                .sorted(Comparator.comparingDouble(mark -> mark.from() + mark.to()))
                .forEach(mark -> {
                    double begin = left + x.fraction(mark.from()) * plotWidth;
                    double end = left + x.fraction(mark.to()) * plotWidth;
                    double half = TextMetrics.width(mark.label()) / 2;
                    double middle = Math.max(half, Math.min(frameWidth - half, (begin + end) / 2));
                    stretches.add(new Stretch(mark.label(), begin, end, middle, row(middle - half, middle + half)));
                });
    }

    /** The height of the labels above the plot. */
    int height() {
        return endOfRow.size() * TextMetrics.LINE;
    }

    void drawBehind(Sheet sheet, Markup out) {
        boolean shaded = true;
        for (Stretch stretch : stretches) {
            String x = PathData.number(stretch.begin());
            String y = PathData.number(sheet.top());
            String width = PathData.number(stretch.end() - stretch.begin());
            String height = PathData.number(sheet.height());
            String cssClass = shaded ? "stretch shaded" : "stretch";
            out.empty("rect", "class", cssClass, "x", x, "y", y, "width", width, "height", height);
            // Every other one, so that neighbours are distinguishable.
            shaded = !shaded;
        }
    }

    void drawBefore(Sheet sheet, Markup out) {
        for (Mark level : levels) {
            if (sheet.y().canShow(level.from())) {
                double y = sheet.down(level.from());
                out.straight("mark", sheet.left(), y, sheet.right(), y);
                boolean roomAbove = y - sheet.top() > TextMetrics.LINE;
                double baseline = y + (roomAbove ? -ABOVE_LEVEL : BELOW_LEVEL);
                out.label(level.label(), "label", "end", sheet.right() - INSET, baseline);
            }
        }
        for (Stretch stretch : stretches) {
            double baseline = sheet.top() - ABOVE_PLOT - stretch.row() * TextMetrics.LINE;
            out.label(stretch.label(), "label", "middle", stretch.middle(), baseline);
        }
        out.line();
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
     * A stretch with its place.
     *
     * @param begin its left edge
     * @param end its right edge
     * @param middle the middle of the text
     * @param row the row of the text, counted upwards
     */
    private record Stretch(String label, double begin, double end, double middle, int row) {}
}
