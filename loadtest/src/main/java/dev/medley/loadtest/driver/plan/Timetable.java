package dev.medley.loadtest.driver.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a run, one after another without a gap.
 *
 * @param windows at least one
 */
public record Timetable(List<Window> windows) {

    /** The window at {@code nanos} since the beginning, or null after the last one. */
    @Nullable
    public Window at(long nanos) {
        for (Window window : windows) {
            if (window.contains(nanos)) {
                return window;
            }
        }
        return null;
    }

    /** When the last window ends; requests that are in flight then may take longer. */
    public long endNanos() {
        return windows.get(windows.size() - 1).toNanos();
    }

    /** Puts windows one after another; windows without a duration are omitted. */
    public static final class Builder {

        private final List<Window> windows = new ArrayList<>();
        private long end;

        public Builder add(String name, Duration duration, double ratePerSecond, boolean measured) {
            long from = end;
            end += duration.toNanos();
            if (end > from) {
                windows.add(new Window(windows.size(), name, from, end, ratePerSecond, measured));
            }
            return this;
        }

        public Timetable build() {
            return new Timetable(List.copyOf(windows));
        }
    }

    /**
     * A stretch of a run that is counted by itself. Times are nanoseconds since the beginning of the run.
     *
     * @param index its place among the windows
     * @param fromNanos its beginning, included
     * @param toNanos its end, excluded
     * @param ratePerSecond arrivals by themselves; 0 in the closed loop
     * @param measured whether it counts for the total; the warm-up does not
     */
    public record Window(int index, String name, long fromNanos, long toNanos, double ratePerSecond, boolean measured) {

        private static final double NANOS = 1e9;

        /** The mean time from one arrival to the next. */
        double intervalNanos() {
            return NANOS / ratePerSecond;
        }

        boolean contains(long nanos) {
            return fromNanos <= nanos && nanos < toNanos;
        }
    }
}
