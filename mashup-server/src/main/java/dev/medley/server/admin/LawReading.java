package dev.medley.server.admin;

import dev.medley.thread.Law;

/**
 * The paper's law over some stretch of time, beside what was seen of it.
 *
 * @param law N, D, S, c and the n that they predict
 * @param measuredThreads n: the utilized threads of the pool, on average over the samples; 0 without any
 */
record LawReading(Law law, double measuredThreads) {}
