package dev.medley.loadtest.codec;

import java.util.Arrays;

/**
 * Units of work, each of some slices, and the times at which each begins and ends. A unit is used by one thread at a time; the
 * times are read once the model is done.
 */
class Units {

    private static final long NEVER = -1;

    private final int slices;
    private final Runnable work;
    private final long[] begun;
    private final long[] ended;
    private long start;

    /**
     * Creates units.
     *
     * @param count units
     * @param slices of each unit
     * @param work one slice; thread-safe
     */
    Units(int count, int slices, Runnable work) {
        this.slices = slices;
        this.work = work;
        begun = filled(count);
        ended = filled(count);
    }

    private static long[] filled(int count) {
        long[] times = new long[count];
        Arrays.fill(times, NEVER);
        return times;
    }

    int count() {
        return begun.length;
    }

    int slices() {
        return slices;
    }

    /** All units are queued, and the time begins. Before the threads that run them start. */
    void start() {
        start = System.nanoTime();
    }

    /** Runs all slices of a unit, one after another. */
    void runWhole(int unit) {
        for (int slice = 0; slice < slices; slice++) {
            run(unit, slice);
        }
    }

    /** Runs one slice of a unit; the slices come in their order. Returns whether there are more. */
    boolean run(int unit, int slice) {
        if (slice == 0) {
            begun[unit] = System.nanoTime() - start;
        }
        work.run();
        if (slice < slices - 1) {
            return true;
        }
        ended[unit] = System.nanoTime() - start;
        return false;
    }

    /** Returns when the units have begun and ended. */
    UnitTimes times() {
        return new UnitTimes(begun, ended);
    }

    /** Returns whether a time is that of something that has happened. */
    static boolean happened(long time) {
        return time != NEVER;
    }
}
