package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Axis;
import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Mark;
import dev.medley.loadtest.report.section.Plot;
import dev.medley.loadtest.report.section.Point;
import dev.medley.loadtest.report.section.Section;
import dev.medley.loadtest.report.section.Table;
import dev.medley.loadtest.report.section.Verdict;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes every number of a report as JSON. A point is {@code [x, y]}; a number that is missing is null.
 */
final class JsonReport {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Beyond this a double no longer holds every whole number. */
    private static final double EXACT = 1L << 53;

    private JsonReport() {}

    static String of(Report report) {
        ObjectNode root = JSON.createObjectNode();
        root.put("title", report.title());
        root.put("subtitle", report.subtitle());
        root.put("date", report.facts().date().toString());
        root.put("command", report.command());
        ObjectNode facts = root.putObject("facts");
        report.facts().entries().forEach(facts::put);
        ArrayNode sections = root.putArray("sections");
        report.sections().forEach(section -> put(section, sections.addObject()));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void put(Section section, ObjectNode node) {
        if (section instanceof Plot plot) {
            put(plot, node);
        } else if (section instanceof Table table) {
            put(table, node);
        } else if (section instanceof Verdict verdict) {
            put(verdict, node);
        } else if (section instanceof Section.Text text) {
            node.put("kind", "text").put("paragraph", text.paragraph());
        }
    }

    private static void put(Table table, ObjectNode node) {
        node.put("kind", "table").put("caption", table.caption());
        ArrayNode columns = node.putArray("columns");
        table.columns().forEach(columns::add);
        ArrayNode rows = node.putArray("rows");
        for (List<Cell> row : table.rows()) {
            ArrayNode cells = rows.addArray();
            for (Cell cell : row) {
                if (cell.number() == null) {
                    cells.add(cell.text());
                } else {
                    cells.add(number(cell.number()));
                }
            }
        }
    }

    private static void put(Verdict verdict, ObjectNode node) {
        node.put("kind", "verdict").put("claim", verdict.claim()).put("held", verdict.held());
        ArrayNode figures = node.putArray("figures");
        for (Verdict.Figure figure : verdict.figures()) {
            figures.addObject()
                    .put("name", figure.name())
                    .put("unit", figure.unit())
                    .set("value", number(figure.value()));
        }
    }

    private static void put(Plot plot, ObjectNode node) {
        node.put("kind", "plot").put("title", plot.title());
        put(plot.x(), node.putObject("x"));
        put(plot.y(), node.putObject("y"));
        ArrayNode series = node.putArray("series");
        for (Curve curve : plot.curves()) {
            ObjectNode each = series.addObject().put("name", curve.name()).put("style", word(curve.style()));
            ArrayNode points = each.putArray("points");
            for (Point point : curve.points()) {
                points.addArray().add(number(point.x())).add(number(point.y()));
            }
        }
        ArrayNode marks = node.putArray("marks");
        for (Mark mark : plot.marks()) {
            ObjectNode each = marks.addObject().put("kind", word(mark.kind())).put("label", mark.label());
            each.set("from", number(mark.from()));
            each.set("to", number(mark.to()));
        }
    }

    private static void put(Axis axis, ObjectNode node) {
        node.put("label", axis.label()).put("unit", axis.kind() == Axis.Kind.TIME ? "s" : axis.unit());
        node.put("kind", word(axis.kind()));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Whole numbers without a fraction, others as they are; null for NaN and infinity, which JSON does not have. */
    private static JsonNode number(double number) {
        if (!Double.isFinite(number)) {
            return JsonNodeFactory.instance.nullNode();
        }
        boolean whole = number == Math.rint(number) && Math.abs(number) < EXACT;
        return whole ? JsonNodeFactory.instance.numberNode((long) number) : JsonNodeFactory.instance.numberNode(number);
    }
}
