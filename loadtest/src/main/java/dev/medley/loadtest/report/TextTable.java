package dev.medley.loadtest.report;

import dev.medley.loadtest.report.section.Cell;
import dev.medley.loadtest.report.section.Table;
import java.util.ArrayList;
import java.util.List;

/** Aligns a table with blanks: numbers flush right, words flush left. */
final class TextTable {

    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    private TextTable() {}

    /** Appends caption, head and rows. */
    static void append(Table table, StringBuilder out) {
        out.append(table.caption()).append('\n');
        appendRows(table, out);
    }

    /** Appends head and rows. */
    static void appendRows(Table table, StringBuilder out) {
        List<Integer> widths = widths(table);
        appendRow(table, table.columns(), widths, out);
        appendRow(table, widths.stream().map("-"::repeat).toList(), widths, out);
        table.rows()
                .forEach(row -> appendRow(table, row.stream().map(Cell::text).toList(), widths, out));
    }

    /** The text, filled up with blanks to a width. */
    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - length(text)));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - length(text))) + text;
    }

    private static void appendRow(Table table, List<String> texts, List<Integer> widths, StringBuilder out) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < texts.size(); column++) {
            String text = texts.get(column);
            cells.add(table.isNumeric(column) ? right(text, widths.get(column)) : left(text, widths.get(column)));
        }
        out.append((INDENT + String.join(GAP, cells)).stripTrailing()).append('\n');
    }

    private static List<Integer> widths(Table table) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < table.columns().size(); column++) {
            int width = length(table.columns().get(column));
            for (List<Cell> row : table.rows()) {
                width = Math.max(width, length(row.get(column).text()));
            }
            widths.add(width);
        }
        return widths;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
