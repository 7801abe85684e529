package dev.medley.loadtest.driver;

/**
 * A stretch of a run that is counted by itself. Times are nanoseconds since the beginning of the run.
 *
 * @param index its place among the windows
 * @param fromNanos its beginning, included
 * @param toNanos its end, excluded
 * @param ratePerSecond arrivals by themselves; 0 in the closed loop
 * @param measured whether it counts for the total; the warm-up does not
 */
record Window(int index, String name, long fromNanos, long toNanos, double ratePerSecond, boolean measured) {

    private static final double NANOS = 1e9;

    double seconds() {
        return (toNanos - fromNanos) / NANOS;
    }

    /** The mean time from one arrival to the next. */
    double intervalNanos() {
        return NANOS / ratePerSecond;
    }

    boolean contains(long nanos) {
        return fromNanos <= nanos && nanos < toNanos;
    }
}
