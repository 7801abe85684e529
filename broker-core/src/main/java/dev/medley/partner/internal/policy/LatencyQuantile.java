package dev.medley.partner.internal.policy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Estimates a percentile of recent times, within an eighth. Times are counted in classes of a logarithmic scale; all counts
 * are halved from time to time, so that old times lose their weight. Thread-safe; the counts need not be exact.
 */
final class LatencyQuantile {

    /** Times that must have been recorded before there is an estimate. */
    static final int MIN_TIMES = 100;

    /** Times between two estimates. */
    private static final int INTERVAL = 64;

    /** Recorded times at which all counts are halved. */
    private static final int MAX_TIMES = 4096;

    private static final int CLASS_BITS = 3;
    private static final int CLASSES_OF_OCTAVE = 1 << CLASS_BITS;
    private static final int CLASSES = Long.SIZE * CLASSES_OF_OCTAVE;
    private static final double PERCENT = 100;

    private final int percentile;
    private final AtomicIntegerArray counts = new AtomicIntegerArray(CLASSES);
    private final AtomicInteger recorded = new AtomicInteger();
    private volatile long estimate;

    /** Creates an estimator without an estimate. */
    LatencyQuantile(int percentile) {
        this.percentile = percentile;
    }

    /** Records a time in nanoseconds. */
    void record(long nanos) {
        counts.incrementAndGet(classOf(Math.max(1, nanos)));
        int times = recorded.incrementAndGet();
        if (times >= MIN_TIMES && times % INTERVAL == 0) {
            estimate();
        }
        // Of the threads that see this or more, one halves.
        if (times >= MAX_TIMES && recorded.compareAndSet(times, times / 2)) {
            halve();
        }
    }

    /** The percentile in nanoseconds; 0 while there is no estimate. */
    long nanos() {
        return estimate;
    }

    private void estimate() {
        long all = 0;
        for (int i = 0; i < CLASSES; i++) {
            all += counts.get(i);
        }
        double below = all * percentile / PERCENT;
        long seen = 0;
        for (int i = 0; i < CLASSES; i++) {
            seen += counts.get(i);
            if (seen >= below && seen > 0) {
                estimate = upperBound(i);
                return;
            }
        }
    }

    private void halve() {
        for (int i = 0; i < CLASSES; i++) {
            counts.updateAndGet(i, count -> count / 2);
        }
    }

    /** The number of the highest bit, and the bits that follow it. */
    private static int classOf(long nanos) {
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        int within = octave < CLASS_BITS
                ? (int) (nanos << (CLASS_BITS - octave)) & (CLASSES_OF_OCTAVE - 1)
                : (int) (nanos >>> (octave - CLASS_BITS)) & (CLASSES_OF_OCTAVE - 1);
        return octave * CLASSES_OF_OCTAVE + within;
    }

    private static long upperBound(int index) {
        int octave = index >>> CLASS_BITS;
        int within = index & (CLASSES_OF_OCTAVE - 1);
        long steps = CLASSES_OF_OCTAVE + within + 1L;
        return octave < CLASS_BITS ? steps >>> (CLASS_BITS - octave) : steps << (octave - CLASS_BITS);
    }
}
