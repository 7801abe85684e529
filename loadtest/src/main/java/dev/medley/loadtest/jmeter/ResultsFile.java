package dev.medley.loadtest.jmeter;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of results that JMeter writes or has written, read as far as it has come, again and again. Not thread-safe.
 */
final class ResultsFile implements AutoCloseable {

    private final Path path;
    private final CsvParser parser = new CsvParser(this::record);
    private final byte[] buffer = new byte[64 * 1024];

    /** One for all samples with the same code, of which there are few. */
    private final Map<String, String> codes = new HashMap<>();

    private @Nullable InputStream in;
    private @Nullable Columns columns;
    private Consumer<JMeterSample> samples = sample -> {};

    ResultsFile(Path path) {
        this.path = path;
    }

    /**
     * Reads what has been added.
     *
     * @throws JMeterException if that is no result
     * @throws NoSuchFileException if there is no file
     */
    void readOn(Consumer<JMeterSample> samples) throws IOException {
        this.samples = samples;
        InputStream in = opened();
        for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
            parser.parse(buffer, count);
        }
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
        }
    }

    private InputStream opened() throws IOException {
        if (in == null) {
            in = Files.newInputStream(path);
        }
        return in;
    }

    private void record(List<String> fields) {
        if (columns == null) {
            columns = columns(fields);
        } else {
            samples.accept(sample(columns, fields));
        }
    }

    private Columns columns(List<String> names) {
        return new Columns(
                column(names, "timeStamp"),
                column(names, "elapsed"),
                column(names, "responseCode"),
                column(names, "success"));
    }

    private int column(List<String> names, String name) {
        int column = names.indexOf(name);
        if (column < 0) {
            throw new JMeterException("%s holds no results of JMeter in CSV: its first line is %s, without %s"
                    .formatted(path, String.join(",", names), name));
        }
        return column;
    }

    private JMeterSample sample(Columns columns, List<String> fields) {
        try {
            String code = fields.get(columns.code());
            return new JMeterSample(
                    Long.parseLong(fields.get(columns.start())),
                    Long.parseLong(fields.get(columns.elapsed())),
                    Boolean.parseBoolean(fields.get(columns.success())),
                    codes.computeIfAbsent(code, same -> same));
        } catch (NumberFormatException | IndexOutOfBoundsException x) {
            throw new JMeterException("%s holds a line that is no result of JMeter with times in milliseconds: %s"
                    .formatted(path, String.join(",", fields)));
        }
    }

    /** Where in a line what stands. */
    private record Columns(int start, int elapsed, int code, int success) {}
}
