package dev.medley.server.internal.cli;

import java.util.List;

/** Lines of a table for a terminal. */
final class Columns {

    private static final String BETWEEN = "  ";

    private Columns() {}

    /** Returns the rows, all of the same length, with each column as wide as its widest cell. */
    static List<String> of(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(i == 0 ? "" : BETWEEN)
                    .append(row.get(i))
                    .append(" ".repeat(widths[i] - row.get(i).length()));
        }
        return line.toString().stripTrailing();
    }
}
