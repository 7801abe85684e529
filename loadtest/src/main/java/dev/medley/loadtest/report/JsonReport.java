package dev.medley.loadtest.report;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes every number of a report as JSON: of curves all points, also those that were thinned in the page. A number that is
 * not there is null.
 */
final class JsonReport {

    private static final JsonMapper JSON = JsonMapper.shared();

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
            JsonPlot.put(plot, node);
        } else if (section instanceof Table table) {
            put(table, node);
        } else if (section instanceof Verdict verdict) {
            put(verdict, node);
        } else if (section instanceof Text text) {
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
                    cells.add(JsonNumber.of(cell.number()));
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
                    .set("value", JsonNumber.of(figure.value()));
        }
    }
}
