package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.report.section.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The heap of a JVM after each of its collections, from the log of its garbage collector. Most collections leave garbage behind: the least
 * heap of some time is closest to what is alive.
 *
 * @param points megabytes over the time in seconds
 */
public record CollectedHeap(List<Point> points) {

    private static final double NANOS = 1e9;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);
    /** The time, the heap before, after, and in all. */
    private static final Pattern COLLECTION = Pattern.compile("^\\[([^]]+)].* \\d+M->(\\d+)M\\(\\d+M\\) .*");

    public CollectedHeap {
        points = List.copyOf(points);
    }

    /** The JVM option that writes the log. */
    public static String option(Path log) {
        return "-Xlog:gc:file=\"" + log.toAbsolutePath() + "\":utctime";
    }

    /**
     * Reads the log, which may still be written.
     *
     * @param zero of the time of the points
     */
    public static CollectedHeap of(Path log, Instant zero) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return new CollectedHeap(lines.map(COLLECTION::matcher)
                    .filter(Matcher::matches)
                    .map(line -> point(line, zero))
                    .toList());
        }
    }

    private static Point point(Matcher line, Instant zero) {
        Instant at = OffsetDateTime.parse(line.group(1), TIME).toInstant();
        return new Point(Duration.between(zero, at).toNanos() / NANOS, Double.parseDouble(line.group(2)));
    }

    /** The collections from {@code from} on and before {@code to}, in seconds. */
    public CollectedHeap between(double from, double to) {
        return new CollectedHeap(points.stream()
                .filter(point -> point.x() >= from && point.x() < to)
                .toList());
    }

    /** The least heap after a collection, or NaN if there was none. */
    public double least() {
        return megabytes().min().orElse(Double.NaN);
    }

    /** The largest heap after a collection, or NaN if there was none. */
    public double most() {
        return megabytes().max().orElse(Double.NaN);
    }

    private DoubleStream megabytes() {
        return points.stream().mapToDouble(Point::y);
    }
}
