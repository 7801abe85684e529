package dev.medley.loadtest.experiment.policy;

import dev.medley.loadtest.report.section.Point;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/** Counts events by the second in which they happen. Thread-safe. */
final class SecondTally {

    private final long beginNanos;
    private final AtomicLongArray counts;

    /** Creates a tally of {@code seconds} from {@code beginNanos} on, by {@link System#nanoTime()}; later ones count as the last. */
    SecondTally(long beginNanos, int seconds) {
        this.beginNanos = beginNanos;
        counts = new AtomicLongArray(seconds);
    }

    /** Counts an event that happens now. */
    void count() {
        countAt(System.nanoTime());
    }

    void countAt(long nanos) {
        long second = TimeUnit.NANOSECONDS.toSeconds(Math.max(0, nanos - beginNanos));
        counts.incrementAndGet((int) Math.min(second, counts.length() - 1L));
    }

    /** The events from second {@code from} up to, and without, second {@code to}. */
    long between(int from, int to) {
        return IntStream.range(from, Math.min(to, counts.length()))
                .mapToLong(counts::get)
                .sum();
    }

    /** The events of each second. */
    List<Point> points() {
        return IntStream.range(0, counts.length())
                .mapToObj(second -> new Point(second, counts.get(second)))
                .toList();
    }
}
