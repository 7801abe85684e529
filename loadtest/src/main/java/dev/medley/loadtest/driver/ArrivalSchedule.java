package dev.medley.loadtest.driver;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * When requests are to start, one after another. It knows neither the time nor what became of the requests before, which
 * is what keeps an open loop open. Used by one thread.
 */
@FunctionalInterface
interface ArrivalSchedule {

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

    /**
     * At equal intervals, from the beginning of each window. Each start is reckoned from the window's beginning, so that
     * no error adds up.
     */
    static ArrivalSchedule constant(List<Window> windows) {
        return new InWindows(windows) {
            private long begun;

            @Override
            long following(Window window, boolean first, long before) {
                begun = first ? 0 : begun + 1;
                return window.fromNanos() + Math.round(begun * window.intervalNanos());
            }
        };
    }

    /** At intervals distributed exponentially. */
    static ArrivalSchedule exponential(List<Window> windows, RandomGenerator random) {
        return new InWindows(windows) {
            @Override
            long following(Window window, boolean first, long before) {
                long from = first ? window.fromNanos() : before;
                return from + Math.round(-Math.log1p(-random.nextDouble()) * window.intervalNanos());
            }
        };
    }

    /** Starts that go on from window to window. */
    abstract class InWindows implements ArrivalSchedule {

        private final List<Window> windows;
        private int index;
        private boolean first = true;
        private long last;

        InWindows(List<Window> windows) {
            this.windows = windows;
        }

        /** The start after {@code before}, or the first one in this window. */
        abstract long following(Window window, boolean first, long before);

        @Override
        public long next() {
            while (index < windows.size()) {
                Window window = windows.get(index);
                last = following(window, first, last);
                first = false;
                if (last < window.toNanos()) {
                    return last;
                }
                index++;
                first = true;
            }
            return NONE;
        }
    }
}
