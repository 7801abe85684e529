package dev.medley.loadtest.report;

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

    /** Begins a table with these heads of columns. */
    public static Builder captioned(String caption, String... columns) {
        return new Builder(caption, List.of(columns));
    }

    /** Returns whether a column holds numbers, which are set flush right. */
    boolean isNumeric(int column) {
        return !rows.isEmpty() && rows.stream().allMatch(row -> row.get(column).isNumber());
    }

    /** Collects rows. */
    public static final class Builder {

        private final String caption;
        private final List<String> columns;
        private final List<List<Cell>> rows = new ArrayList<>();

        private Builder(String caption, List<String> columns) {
            this.caption = caption;
            this.columns = columns;
        }

        /**
         * Adds a row.
         *
         * @param cells a {@link Cell}, a {@link Number} or anything else by its text, for each column
         * @throws IllegalArgumentException if there are more or fewer cells than columns
         */
        public Builder row(Object... cells) {
            if (cells.length != columns.size()) {
                throw new IllegalArgumentException("%d cells in a row of \"%s\", which has %d columns"
                        .formatted(cells.length, caption, columns.size()));
            }
            rows.add(Arrays.stream(cells).map(Cell::from).toList());
            return this;
        }

        /** The table with the rows so far. */
        public Table build() {
            return new Table(caption, columns, rows);
        }
    }
}
