package dev.medley.loadtest.codec;

import java.util.Arrays;

/** The times at which units have begun and ended, in nanoseconds since the start. Immutable. */
final class UnitTimes {

    private static final double NANOS = 1e9;
    private static final double PERCENT = 100;

    private final long[] begun;
    private final long[] ended;
    private final int lost;

    UnitTimes(long[] begun, long[] ended) {
        this.begun = sorted(begun);
        this.ended = sorted(ended);
        lost = ended.length - this.ended.length;
    }

    private static long[] sorted(long[] times) {
        return Arrays.stream(times).filter(Units::happened).sorted().toArray();
    }

    /** Returns the number of units that have not ended. */
    int lost() {
        return lost;
    }

    /** Returns the time to the end of the last unit, in seconds; NaN if none has ended. */
    double seconds() {
        return ended(PERCENT);
    }

    /** Returns the time by which {@code percent} of the units that have ended had ended, in seconds. */
    double ended(double percent) {
        return at(ended, percent);
    }

    /** Returns the time by which {@code percent} of the units had begun, in seconds. */
    double begun(double percent) {
        return at(begun, percent);
    }

    private static double at(long[] times, double percent) {
        if (times.length == 0) {
            return Double.NaN;
        }
        int place = (int) Math.ceil(percent / PERCENT * times.length) - 1;
        return times[Math.max(0, place)] / NANOS;
    }
}
