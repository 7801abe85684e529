package dev.medley.loadtest.report;

import java.util.List;

/** Draws marks: what lies behind the curves, and the labels that lie above everything. */
final class MarkDrawing {

    private static final int ABOVE_PLOT = 6;
    private static final int ABOVE_LEVEL = 5;
    private static final int BELOW_LEVEL = 15;
    private static final int INSET = 6;

    private final Sheet sheet;
    private final List<MarkLabels.Label> labels;
    private final List<Mark> levels;

    MarkDrawing(Plot plot, Sheet sheet, MarkLabels labels) {
        this.sheet = sheet;
        this.labels = labels.labels();
        this.levels = plot.marks().stream()
                .filter(mark -> mark.isLevel() && sheet.y().canShow(mark.from()))
                .toList();
    }

    void drawBehind(Markup out) {
        boolean shaded = true;
        for (MarkLabels.Label label : labels) {
            if (label.mark().kind() == Mark.Kind.STRETCH) {
                drawStretch(label, shaded, out);
                // Every other one, so that neighbours can be told apart.
                shaded = !shaded;
            }
        }
    }

    void drawBefore(Markup out) {
        for (MarkLabels.Label label : labels) {
            if (label.mark().kind() == Mark.Kind.PLACE) {
                drawLine(
                        label.begin(),
                        baseline(label) + 4,
                        label.begin(),
                        sheet.area().bottom(),
                        out);
            }
        }
        for (Mark level : levels) {
            double y = sheet.down(sheet.y(), level.from());
            drawLine(sheet.area().left(), y, sheet.area().right(), y, out);
            boolean roomAbove = y - sheet.area().top() > Lettering.LINE;
            drawText(
                    level.label(),
                    sheet.area().right() - INSET,
                    y + (roomAbove ? -ABOVE_LEVEL : BELOW_LEVEL),
                    "end",
                    out);
        }
        for (MarkLabels.Label label : labels) {
            drawText(label.mark().label(), label.middle(), baseline(label), "middle", out);
        }
        out.line();
    }

    private double baseline(MarkLabels.Label label) {
        return sheet.area().top() - ABOVE_PLOT - label.row() * Lettering.LINE;
    }

    private void drawStretch(MarkLabels.Label label, boolean shaded, Markup out) {
        out.empty(
                "rect",
                "class",
                shaded ? "stretch shaded" : "stretch",
                "x",
                PathData.number(label.begin()),
                "y",
                PathData.number(sheet.area().top()),
                "width",
                PathData.number(label.end() - label.begin()),
                "height",
                PathData.number(sheet.area().height()));
    }

    private static void drawLine(double x1, double y1, double x2, double y2, Markup out) {
        PathData line = new PathData();
        line.line(x1, y1);
        line.line(x2, y2);
        out.empty("path", "class", "mark", "d", line.toString());
    }

    private static void drawText(String text, double x, double y, String anchor, Markup out) {
        out.element(
                "text",
                text,
                "class",
                "label",
                "x",
                PathData.number(x),
                "y",
                PathData.number(y),
                "text-anchor",
                anchor);
    }
}
