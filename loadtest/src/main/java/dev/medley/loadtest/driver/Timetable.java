package dev.medley.loadtest.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a run, one after another without a gap.
 *
 * @param windows at least one
 */
record Timetable(List<Window> windows) {

    /** The window at {@code nanos} since the beginning, or null after the last one. */
    @Nullable
    Window at(long nanos) {
        for (Window window : windows) {
            if (window.contains(nanos)) {
                return window;
            }
        }
        return null;
    }

    /** When the last window ends; requests that are in flight then may take longer. */
    long endNanos() {
        return windows.get(windows.size() - 1).toNanos();
    }

    /** Puts windows one after another; those that take no time are left out. */
    static final class Builder {

        private final List<Window> windows = new ArrayList<>();
        private long end;

        Builder add(String name, Duration duration, double ratePerSecond, boolean measured) {
            long from = end;
            end += duration.toNanos();
            if (end > from) {
                windows.add(new Window(windows.size(), name, from, end, ratePerSecond, measured));
            }
            return this;
        }

        Timetable build() {
            return new Timetable(List.copyOf(windows));
        }
    }
}
