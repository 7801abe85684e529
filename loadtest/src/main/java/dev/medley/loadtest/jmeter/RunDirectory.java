package dev.medley.loadtest.jmeter;

import dev.medley.loadtest.process.LogEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;

/** The folder of one run, and the files in it. */
final class RunDirectory implements AutoCloseable {

    /** Each result is a line {@code timeStamp,elapsed,responseCode,success}, written as soon as it is there. */
    private static final Map<String, String> RESULTS = Map.of(
            "jmeter.save.saveservice.output_format", "csv",
            "jmeter.save.saveservice.default_delimiter", ",",
            "jmeter.save.saveservice.timestamp_format", "ms",
            "jmeter.save.saveservice.autoflush", "true",
            "sampleresult.timestamp.start", "true");

    private static final List<String> SAVED = List.of("time", "response_code", "successful");

    /** The columns that JMeter saves by default besides. */
    private static final List<String> NOT_SAVED = List.of(
            "print_field_names",
            "label",
            "response_message",
            "thread_name",
            "data_type",
            "assertion_results_failure_message",
            "bytes",
            "sent_bytes",
            "thread_counts",
            "url",
            "filename",
            "latency",
            "connect_time",
            "idle_time",
            "sample_count",
            "hostname");

    private static final int LAST_LINES = 10;

    private final Path path;

    /** Creates the folder. */
    RunDirectory() throws IOException {
        path = Files.createTempDirectory("medley-jmeter-");
        Files.createFile(results());
    }

    Path path() {
        return path;
    }

    /** Writes a plan, and returns its file. */
    Path plan(String name) throws IOException {
        Path file = path.resolve(name);
        try (InputStream plan = Objects.requireNonNull(RunDirectory.class.getResourceAsStream(name), name)) {
            Files.copy(plan, file);
        }
        return file;
    }

    /** Writes the properties of a plan and those that a run needs, which override the user's; returns the file. */
    Path properties(Map<String, ?> ofPlan) throws IOException {
        Properties all = new Properties();
        ofPlan.forEach((name, value) -> all.setProperty(name, value.toString()));
        all.putAll(RESULTS);
        SAVED.forEach(column -> all.setProperty("jmeter.save.saveservice." + column, "true"));
        NOT_SAVED.forEach(column -> all.setProperty("jmeter.save.saveservice." + column, "false"));
        // Idle threads of the open model would keep the process alive for another minute.
        all.setProperty("jmeterengine.force.system.exit", "true");
        // No port is opened to stop it: it is stopped as a process, and several may run at once.
        all.setProperty("jmeterengine.nongui.port", "0");
        Path file = path.resolve("run.properties");
        // Not by a Writer: JMeter expects what is not ASCII to be escaped.
        try (OutputStream out = Files.newOutputStream(file)) {
            all.store(out, null);
        }
        return file;
    }

    /** The results; empty at first. */
    Path results() {
        return path.resolve("results.jtl");
    }

    Path log() {
        return path.resolve("jmeter.log");
    }

    /** Its standard output and standard error. */
    Path output() {
        return path.resolve("jmeter.out");
    }

    /** The last lines of log and output, to show when something went wrong. */
    String lastLines() throws IOException {
        return "The end of its log:%n%sThe end of its output:%n%s".formatted(lastLines(log()), lastLines(output()));
    }

    private static String lastLines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        StringBuilder last = new StringBuilder();
        for (String line : LogEnd.of(file, LAST_LINES)) {
            last.append("  ").append(line).append(System.lineSeparator());
        }
        return last.toString();
    }

    @Override
    public void close() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
