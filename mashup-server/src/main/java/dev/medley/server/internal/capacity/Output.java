package dev.medley.server.internal.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The forms in which results are printed: JSON, and tables of text. */
final class Output {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Output() {}

    static String json(Object document) {
        return MAPPER.writeValueAsString(document) + "\n";
    }

    /** Returns {@code value} as JSON has it: without a decimal point if it is whole. */
    static Number number(double value) {
        if (value == Math.rint(value)) {
            return (long) value;
        }
        return value;
    }

    /** Text in columns, each as wide as its longest cell. */
    static final class Table {

        private static final String GAP = "   ";

        private final List<String[]> rows = new ArrayList<>();

        Table(String... headings) {
            rows.add(headings);
        }

        void row(String... cells) {
            rows.add(cells);
        }

        Stream<String> lines() {
            return rows.stream().map(this::line);
        }

        private String line(String[] row) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                int column = i;
                int width = rows.stream()
                        .mapToInt(other -> other[column].length())
                        .max()
                        .orElse(0);
                line.append(row[i]).append(" ".repeat(width - row[i].length())).append(GAP);
            }
            return line.toString().stripTrailing();
        }
    }
}
