package dev.medley.server.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Text in columns. */
final class Table {

    private static final String GAP = "   ";

    private final List<String[]> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(headings);
    }

    void row(String... cells) {
        rows.add(cells);
    }

    Stream<String> lines() {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return rows.stream().map(row -> line(row, widths));
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(row[i]).append(" ".repeat(widths[i] - row[i].length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
