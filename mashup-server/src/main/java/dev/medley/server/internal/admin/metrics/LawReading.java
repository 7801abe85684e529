package dev.medley.server.internal.admin.metrics;

import dev.medley.thread.internal.ThreadTime;
import dev.medley.thread.internal.ledger.Law;

/**
 * The paper's law over a period, beside the measurement.
 *
 * @param law N, D, S, c and the n that they predict
 * @param begin the reading of the pool's threads at the begin of that period
 * @param end the reading at its end
 */
public record LawReading(Law law, ThreadTime begin, ThreadTime end) {

    /** n: the mean of the utilized threads of the pool over the period. */
    public double measuredThreads() {
        return end.meanSince(begin);
    }

    /** The time that the threads of the pool were utilized in the period, summed over all threads. */
    public long utilizedNanos() {
        return end.utilizedNanos() - begin.utilizedNanos();
    }
}
