package dev.medley.loadtest.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes a plot in words, for screen readers. */
final class PlotDescription {

    private PlotDescription() {}

    static String of(Plot plot) {
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
        Extent extent = Extent.EMPTY;
        for (Point value : values) {
            extent = extent.with(value.y());
        }
        return "%s: from %s at %s to %s at %s, between %s and %s."
                .formatted(
                        curve.name(),
                        Figures.format(first.y()),
                        Figures.format(first.x()),
                        Figures.withUnit(last.y(), plot.y().unit()),
                        Figures.format(last.x()),
                        Figures.format(extent.min()),
                        Figures.format(extent.max()));
    }
}
