package dev.medley.loadtest.report;

import java.util.List;

/** Writes a table as HTML. It scrolls by itself where it is wider than the page. */
final class HtmlTable {

    private HtmlTable() {}

    static void write(Table table, Markup out) {
        out.open("div", "class", "scroll", "role", "region", "aria-label", table.caption(), "tabindex", "0");
        out.open("table").element("caption", table.caption()).line();
        out.open("thead").open("tr");
        for (int column = 0; column < table.columns().size(); column++) {
            out.element("th", table.columns().get(column), "scope", "col", "class", cssClass(table, column));
        }
        out.close().close().line();
        out.open("tbody").line();
        table.rows().forEach(row -> writeRow(table, row, out));
        out.close().close().close().line();
    }

    private static void writeRow(Table table, List<Cell> row, Markup out) {
        out.open("tr");
        for (int column = 0; column < row.size(); column++) {
            String text = row.get(column).text();
            if (column == 0) {
                out.element("th", text, "scope", "row", "class", cssClass(table, column));
            } else {
                out.element("td", text, "class", cssClass(table, column));
            }
        }
        out.close().line();
    }

    private static String cssClass(Table table, int column) {
        return table.isNumeric(column) ? "number" : "words";
    }
}
