package dev.medley.server.admin.metrics;

import dev.medley.thread.Law;

/**
 * The paper's law over a period, beside the measurement.
 *
 * @param law N, D, S, c and the n that they predict
 * @param pool the samples of the pool in that period
 */
public record LawReading(Law law, PoolSampler.Sums pool) {

    /** n: the mean of the utilized threads of the pool over all samples; 0 without any. */
    public double measuredThreads() {
        return pool.looks() == 0 ? 0 : (double) pool.utilized() / pool.looks();
    }
}
