package dev.medley.loadtest.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Collects values as they are measured. It keeps them all, for the file of numbers; a plot thins them when it is drawn.
 *
 * <p>Thread-safe: a sampler may add while another thread reads.
 */
public final class Series {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Point> points = new ArrayList<>();

    /** Adds the value {@code y} at {@code x}; one that is NaN makes a gap in a line. */
    public Series add(double x, double y) {
        return add(x, y, y);
    }

    /** Adds a piece of a band, from {@code low} to {@code high}, at {@code x}. */
    public Series add(double x, double low, double high) {
        lock.lock();
        try {
            points.add(new Point(x, low, high));
            return this;
        } finally {
            lock.unlock();
        }
    }

    /** What was added so far, from the smallest x to the greatest. */
    public List<Point> points() {
        lock.lock();
        try {
            return points.stream().sorted(Comparator.comparingDouble(Point::x)).toList();
        } finally {
            lock.unlock();
        }
    }
}
