package dev.medley.loadtest.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows and columns under a caption. The first cell of each row names the row.
 *
 * @param caption what the table shows
 * @param columns the head of each column, with its unit
 * @param rows the rows, each with one cell a column
 */
public record Table(String caption, List<String> columns, List<List<Cell>> rows) implements Section {

    /** Copies columns and rows. */
    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** A table without rows; {@link #row} adds them. */
    public static Table captioned(String caption, String... columns) {
        return new Table(caption, List.of(columns), List.of());
    }

    /**
     * This table with one more row.
     *
     * @param cells a {@link Cell}, a {@link Number} or anything else by its text, for each column
     * @throws IllegalArgumentException if there are more or fewer cells than columns
     */
    public Table row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException("%d cells in a row of \"%s\", which has %d columns"
                    .formatted(cells.length, caption, columns.size()));
        }
        List<List<Cell>> longer = new ArrayList<>(rows);
        longer.add(Arrays.stream(cells).map(Cell::from).toList());
        return new Table(caption, columns, longer);
    }

    /** Returns whether a column holds numbers, which are set flush right. */
    public boolean isNumeric(int column) {
        return !rows.isEmpty() && rows.stream().allMatch(row -> row.get(column).isNumber());
    }
}
