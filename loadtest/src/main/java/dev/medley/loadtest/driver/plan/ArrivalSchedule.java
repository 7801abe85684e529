package dev.medley.loadtest.driver.plan;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;

/**
 * The times at which requests are to start, in order. They depend on neither the clock nor the outcome of earlier
 * requests, which keeps an open loop open. Used by one thread.
 */
@FunctionalInterface
public interface ArrivalSchedule {

    /** The value of {@link #next()} when there is no further start. */
    long NONE = Long.MAX_VALUE;

    /** The next start, in nanoseconds since the beginning of the run, never before the one ahead of it. */
    long next();

    /** {@code count} starts, evenly over {@code nanos}. */
    static ArrivalSchedule spread(int count, long nanos) {
        return new ArrivalSchedule() {
            private int begun;

            @Override
            public long next() {
                return begun == count ? NONE : Math.round((double) nanos / count * begun++);
            }
        };
    }

    /** At equal intervals, from the beginning of each window. */
    static ArrivalSchedule constant(List<Timetable.Window> windows) {
        return new InWindows(windows, -1, () -> 1);
    }

    /** At intervals distributed exponentially, from the beginning of each window. */
    static ArrivalSchedule exponential(List<Timetable.Window> windows, RandomGenerator random) {
        return new InWindows(windows, 0, () -> -Math.log1p(-random.nextDouble()));
    }

    /** Starts that go on from window to window, each counted from its window's beginning, so that no error adds up. */
    final class InWindows implements ArrivalSchedule {

        private final List<Timetable.Window> windows;
        private final double first;
        private final DoubleSupplier gap;
        private int index;
        private double intervals;

        /**
         * Creates a schedule.
         *
         * @param first the position from which the first gap of a window leads, in mean intervals since its beginning
         * @param gap the gaps between starts, in mean intervals
         */
        InWindows(List<Timetable.Window> windows, double first, DoubleSupplier gap) {
            this.windows = windows;
            this.first = first;
            this.gap = gap;
            intervals = first;
        }

        @Override
        public long next() {
            while (index < windows.size()) {
                Timetable.Window window = windows.get(index);
                intervals += gap.getAsDouble();
                long start = window.fromNanos() + Math.round(intervals * window.intervalNanos());
                if (start < window.toNanos()) {
                    return start;
                }
                index++;
                intervals = first;
            }
            return NONE;
        }
    }
}
