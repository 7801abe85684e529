package dev.medley.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.medley.json.JsonLimits;
import dev.medley.setting.internal.InvalidValueException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads comma-separated values with a header line (RFC 4180), or such with another separator. */
final class CsvTree {

    /** The end of the library's messages. */
    private static final Pattern RECORD = Pattern.compile("^(.*) \\(record starting at line (\\d+)\\)$");

    private CsvTree() {}

    /**
     * Reads a document.
     *
     * @throws FormatException if it is none, or beyond the limits
     */
    static List<Map<String, String>> read(Content content, CsvSeparator separator) throws FormatException {
        String text = BodyText.of(content);
        OtherDocument.refuse(text, content.type());
        JsonLimits limits = content.limits();
        List<Map<String, String>> rows = new ArrayList<>();
        try {
            Iterator<CsvRecord> records = records(text, separator, limits);
            if (!records.hasNext()) {
                return rows;
            }
            CsvRecord header = records.next();
            checkHeader(header, separator);
            long tokens = count(0, header, limits);
            while (records.hasNext()) {
                CsvRecord row = records.next();
                tokens = count(tokens, row, limits);
                rows.add(row(header.getFields(), row));
            }
        } catch (CsvParseException x) {
            if (x.getCause() instanceof Error error) {
                throw error;
            }
            String message = Faults.ofParser(String.valueOf(x.getMessage()));
            throw new FormatException(RECORD.matcher(message).replaceFirst("line $2: $1"));
        }
        return rows;
    }

    private static Iterator<CsvRecord> records(String text, CsvSeparator separator, JsonLimits limits) {
        CsvRecordHandler handler = CsvRecordHandler.of(bounds -> bounds.maxFields(limits.maxNames())
                .maxFieldSize(Integer.MAX_VALUE)
                .maxRecordSize(Integer.MAX_VALUE));
        // Numbers of fields are checked here, for messages with the line.
        return CsvReader.builder()
                .fieldSeparator(separator.character())
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .build(handler, text)
                .iterator();
    }

    private static long count(long tokens, CsvRecord row, JsonLimits limits) throws FormatException {
        long counted = tokens + 1 + row.getFieldCount();
        if (counted > limits.maxTokens()) {
            throw error(row, "more than %d rows and fields".formatted(limits.maxTokens()));
        }
        return counted;
    }

    private static void checkHeader(CsvRecord header, CsvSeparator separator) throws FormatException {
        if (header.getFieldCount() == 1) {
            checkOnlyColumn(header, separator);
        }
        Set<String> names = new HashSet<>();
        for (String name : header.getFields()) {
            if (name.isBlank()) {
                throw error(header, "column %d of the header has no name".formatted(names.size() + 1));
            }
            if (!names.add(name)) {
                throw error(header, "the header has %s twice".formatted(InvalidValueException.quoted(name)));
            }
        }
    }

    /** All of the document would be one column, of which no expression knows the name. */
    private static void checkOnlyColumn(CsvRecord header, CsvSeparator separator) throws FormatException {
        String name = header.getField(0);
        for (CsvSeparator other : CsvSeparator.values()) {
            if (other != separator && name.indexOf(other.character()) >= 0) {
                throw error(
                        header,
                        "the header has one column, %s; expected a %s between columns, or separator: %s"
                                .formatted(
                                        InvalidValueException.quoted(name),
                                        separator.configured(),
                                        other.configured()));
            }
        }
    }

    private static Map<String, String> row(List<String> names, CsvRecord record) throws FormatException {
        if (record.getFieldCount() != names.size()) {
            throw error(
                    record,
                    "the number of fields is %d; expected %d, as in the header"
                            .formatted(record.getFieldCount(), names.size()));
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            row.put(names.get(i), record.getField(i));
        }
        return row;
    }

    private static FormatException error(CsvRecord record, String fault) {
        return new FormatException("line %d: %s".formatted(record.getStartingLineNumber(), fault));
    }
}
