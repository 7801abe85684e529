package dev.medley.loadtest.report;

import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a plot as JSON. A point is {@code [x, y]}; of a band, {@code [x, from, to]}. */
final class JsonPlot {

    private JsonPlot() {}

    static void put(Plot plot, ObjectNode node) {
        node.put("kind", "plot").put("title", plot.title()).put("caption", plot.caption());
        put(plot.x(), node.putObject("x"));
        put(plot.y(), node.putObject("y"));
        if (plot.second() != null) {
            put(plot.second(), node.putObject("second"));
        }
        ArrayNode series = node.putArray("series");
        plot.curves().forEach(curve -> put(curve, series.addObject()));
        ArrayNode marks = node.putArray("marks");
        plot.marks().forEach(mark -> put(mark, marks.addObject()));
    }

    private static void put(Axis axis, ObjectNode node) {
        node.put("label", axis.label()).put("unit", axis.kind() == Axis.Kind.TIME ? "s" : axis.unit());
        node.put("kind", word(axis.kind()));
    }

    private static void put(Curve curve, ObjectNode node) {
        node.put("name", curve.name()).put("style", word(curve.style()));
        node.put("axis", curve.onSecondAxis() ? "second" : "y");
        ArrayNode points = node.putArray("points");
        for (Point point : curve.points()) {
            ArrayNode numbers = points.addArray();
            numbers.add(JsonNumber.of(point.x())).add(JsonNumber.of(point.y()));
            if (curve.isBand()) {
                numbers.add(JsonNumber.of(point.top()));
            }
        }
    }

    private static void put(Mark mark, ObjectNode node) {
        node.put("kind", word(mark.kind())).put("label", mark.label());
        node.set("from", JsonNumber.of(mark.from()));
        node.set("to", JsonNumber.of(mark.to()));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
