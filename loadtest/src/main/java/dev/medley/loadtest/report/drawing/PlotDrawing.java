package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Figures;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws a plot as an SVG element. Colours come from the style sheet of the page. */
public final class PlotDrawing {

    private static final int BESIDE_TICKS = 12;
    private static final int RIGHT_MARGIN = 22;
    private static final int ABOVE_PLOT = 8;
    private static final int BELOW_PLOT = 2 * TextMetrics.LINE + 8;
    private static final int AXIS_LABEL = 14;

    private final Plot plot;
    private final Frame frame;
    private final Legend legend;
    private final MarkDrawing marks;
    private final Sheet sheet;

    private PlotDrawing(Plot plot, Frame frame) {
        this.plot = plot;
        this.frame = frame;
        Scale y = Scale.vertical(plot.y(), Extent.upward(plot), frame.ticks);
        double left = widestLabel(y) + BESIDE_TICKS;
        double width = frame.width - left - RIGHT_MARGIN;
        Scale x = Scale.horizontal(plot.x(), Extent.across(plot), width);
        legend = new Legend(plot, frame.width);
        marks = new MarkDrawing(plot.marks(), x, left, width, frame.width);
        int top = legend.height() + TextMetrics.LINE + marks.height() + ABOVE_PLOT;
        sheet = new Sheet(left, top, width, frame.plotHeight, x, y);
    }

    /**
     * Draws {@code plot}.
     *
     * @param id the unique name of the drawing on the page
     */
    public static void draw(Plot plot, Frame frame, String id, Markup out) {
        new PlotDrawing(plot, frame).draw(id, out);
    }

    private void draw(String id, Markup out) {
        String cssClass = "plot " + frame.cssClass();
        String width = String.valueOf(frame.width);
        String height = PathData.number(sheet.bottom() + BELOW_PLOT);
        String box = "0 0 " + width + " " + height;
        String names = id + "-title " + id + "-desc";
        out.open(
                "svg",
                "class",
                cssClass,
                "viewBox",
                box,
                "width",
                width,
                "height",
                height,
                "role",
                "img",
                "aria-labelledby",
                names);
        out.line();
        out.element("title", plot.title(), "id", id + "-title").line();
        out.element("desc", describe(plot), "id", id + "-desc").line();
        AxesDrawing axes = new AxesDrawing(plot, sheet, frame.width);
        marks.drawBehind(sheet, out);
        axes.drawGrid(out);
        List<SeriesStyle> styles = SeriesStyle.of(plot.curves());
        for (int i = 0; i < styles.size(); i++) {
            new CurveDrawing(plot, plot.curves().get(i), styles.get(i), sheet).draw(out);
        }
        marks.drawBefore(sheet, out);
        if (Extent.across(plot).isEmpty()) {
            double middle = sheet.left() + sheet.width() / 2;
            out.label("no values", "axis-label", "middle", middle, sheet.top() + sheet.height() / 2);
        }
        legend.draw(out);
        axes.drawLabels(legend.height() + AXIS_LABEL, out);
        out.close().line();
    }

    private static double widestLabel(Scale scale) {
        return scale.ticks().stream()
                .map(tick -> TextMetrics.width(tick.label()))
                .max(Comparator.naturalOrder())
                .orElse(0.0);
    }

    /** The plot in words, for screen readers. */
    private static String describe(Plot plot) {
        String axes = "%s over %s.".formatted(plot.y().text(), plot.x().text());
        return Stream.of(
                        Stream.of(axes),
                        plot.curves().stream().map(curve -> describe(plot, curve)),
                        plot.marks().stream().map(mark -> mark.label() + " at " + Figures.format(mark.from()) + "."))
                .flatMap(parts -> parts)
                .collect(Collectors.joining(" "));
    }

    private static String describe(Plot plot, Curve curve) {
        List<Point> values = curve.points().stream()
                .filter(point -> Double.isFinite(point.x()) && Double.isFinite(point.y()))
                .toList();
        if (values.isEmpty()) {
            return curve.name() + ": no values.";
        }
        Point first = values.get(0);
        Point last = values.get(values.size() - 1);
        DoubleSummaryStatistics range = values.stream().mapToDouble(Point::y).summaryStatistics();
        return "%s: from %s at %s to %s at %s, between %s and %s."
                .formatted(
                        curve.name(),
                        Figures.format(first.y()),
                        Figures.format(first.x()),
                        Figures.withUnit(last.y(), plot.y().unit()),
                        Figures.format(last.x()),
                        Figures.format(range.getMin()),
                        Figures.format(range.getMax()));
    }
}
