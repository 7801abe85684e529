package dev.medley.loadtest.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells a plot in words, for those who do not see it. */
final class PlotDescription {

    private PlotDescription() {}

    static String of(Plot plot) {
        String axes = "%s over %s.".formatted(plot.y().text(), plot.x().text());
        return Stream.of(
                        Stream.of(plot.caption(), axes),
                        plot.curves().stream().map(curve -> curve(plot, curve)),
                        plot.marks().stream().map(mark -> mark.label() + " at " + Figures.format(mark.from()) + "."))
                .flatMap(parts -> parts)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String curve(Plot plot, Curve curve) {
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
            extent = extent.with(value.y()).with(value.top());
        }
        return "%s: from %s at %s to %s at %s, between %s and %s."
                .formatted(
                        curve.name(),
                        Figures.format(first.y()),
                        Figures.format(first.x()),
                        Figures.withUnit(last.y(), plot.axisOf(curve).unit()),
                        Figures.format(last.x()),
                        Figures.format(extent.min()),
                        Figures.format(extent.max()));
    }
}
