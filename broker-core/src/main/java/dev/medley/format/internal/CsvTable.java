package dev.medley.format.internal;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.medley.setting.internal.InvalidValueException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a list of maps as comma-separated values with a header line (RFC 4180). */
public final class CsvTable {

    /** Each takes no more than a comma in the text, and nothing where it is absent. */
    private static final long MAX_ABSENT = 1_000_000;

    private CsvTable() {}

    /**
     * Returns the text. The members of the first map are the columns, in its order; in another one each of them may be absent or
     * null, which is an empty value. Nothing is changed in values that a spreadsheet would take for a formula. Of an empty list, the
     * empty text.
     *
     * @throws IllegalArgumentException if the value is not such a list; the message goes on from the name of the value
     */
    public static String write(@Nullable Object value) {
        if (!(value instanceof List<?> rows)) {
            throw new IllegalArgumentException("cannot be written as CSV: expected an array of objects");
        }
        if (rows.isEmpty()) {
            return "";
        }
        StringWriter text = new StringWriter();
        List<String> columns = columns(rows.get(0));
        // A buffer of the writer would have to be flushed.
        CsvWriter csv = CsvWriter.builder()
                .bufferSize(0)
                .lineDelimiter(LineDelimiter.CRLF)
                .build(text);
        csv.writeRecord(columns);
        long absent = 0;
        for (int i = 0; i < rows.size(); i++) {
            Map<?, ?> row = object(i, rows.get(i));
            absent += columns.size() - row.size();
            if (absent > MAX_ABSENT) {
                throw refused(i, "more than %d values are absent; expected fewer columns".formatted(MAX_ABSENT));
            }
            csv.writeRecord(row(i, row, columns));
        }
        return text.toString();
    }

    private static List<String> columns(@Nullable Object first) {
        List<String> columns = new ArrayList<>();
        object(0, first).keySet().forEach(name -> columns.add(String.valueOf(name)));
        if (columns.isEmpty()) {
            throw refused(0, "it has no members; expected those that are the columns");
        }
        for (String each : columns) {
            if (each.isBlank()) {
                throw refused(0, "a member has no name; expected the name of a column");
            }
        }
        return columns;
    }

    private static Map<?, ?> object(int index, @Nullable Object row) {
        if (!(row instanceof Map<?, ?> object)) {
            throw refused(index, "it is not an object; expected one, with a member for each column");
        }
        return object;
    }

    private static List<String> row(int index, Map<?, ?> row, List<String> columns) {
        List<String> fields = new ArrayList<>(columns.size());
        int known = 0;
        for (String column : columns) {
            known += row.containsKey(column) ? 1 : 0;
            try {
                fields.add(ScalarText.of(row.get(column)));
            } catch (IllegalArgumentException x) {
                throw refused(index, "%s is %s".formatted(InvalidValueException.quoted(column), x.getMessage()));
            }
        }
        if (known < row.size()) {
            for (Object name : row.keySet()) {
                if (!columns.contains(String.valueOf(name))) {
                    throw refused(
                            index,
                            "it has the member %s, which the first element does not have"
                                    .formatted(InvalidValueException.quoted(String.valueOf(name))));
                }
            }
        }
        return fields;
    }

    private static IllegalArgumentException refused(int index, String fault) {
        return new IllegalArgumentException("cannot be written as CSV: element %d: %s".formatted(index, fault));
    }
}
