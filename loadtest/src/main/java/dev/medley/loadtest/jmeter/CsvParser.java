package dev.medley.loadtest.jmeter;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes comma-separated values (RFC 4180, in UTF-8) apart as they come, in pieces that may end anywhere. A quoted field
 * may hold line ends: JMeter's messages of failed assertions do. Not thread-safe.
 */
final class CsvParser {

    private final Consumer<List<String>> records;
    private final ByteArrayOutputStream field = new ByteArrayOutputStream();
    private List<String> record = new ArrayList<>();
    private boolean quoted;

    /** True if the last byte was a quote that ended a quoted part, unless another one follows. */
    private boolean unquoted;

    /**
     * Creates a parser.
     *
     * @param records given each record as soon as its line end has come
     */
    CsvParser(Consumer<List<String>> records) {
        this.records = records;
    }

    void parse(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            parse(bytes[i]);
        }
    }

    private void parse(byte next) {
        if (next == '"') {
            // Twice in a quoted field stands for once.
            if (unquoted) {
                field.write(next);
            }
            unquoted = quoted;
            quoted = !quoted;
            return;
        }
        unquoted = false;
        if (quoted) {
            field.write(next);
        } else if (next == ',') {
            endField();
        } else if (next == '\n') {
            endRecord();
        } else if (next != '\r') {
            field.write(next);
        }
    }

    private void endField() {
        record.add(field.toString(StandardCharsets.UTF_8));
        field.reset();
    }

    private void endRecord() {
        endField();
        records.accept(record);
        record = new ArrayList<>();
    }
}
