package dev.medley.server.admin;

import dev.medley.thread.Law;

/**
 * The paper's law over some stretch of time, beside what was seen of it.
 *
 * @param law N, D, S, c and the n that they predict
 * @param seen how often the pool was looked at, and what was seen in all
 */
record LawReading(Law law, PoolWatch.Seen seen) {

    /** n: the utilized threads of the pool, on average over the looks; 0 without any. */
    double measuredThreads() {
        return seen.looks() == 0 ? 0 : (double) seen.utilized() / seen.looks();
    }
}
