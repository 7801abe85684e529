package dev.medley.loadtest.jmeter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of one run, and the files in it. */
final class RunDirectory implements AutoCloseable {

    private static final int LAST_LINES = 10;

    private final Path path;

    /** Makes the folder. */
    RunDirectory() throws IOException {
        path = Files.createTempDirectory("medley-jmeter-");
    }

    Path path() {
        return path;
    }

    /** The properties for JMeter. */
    Path properties() {
        return path.resolve("run.properties");
    }

    /** The results. */
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
        List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
        StringBuilder last = new StringBuilder();
        for (String line : lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())) {
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
