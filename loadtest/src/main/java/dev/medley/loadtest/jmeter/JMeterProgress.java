package dev.medley.loadtest.jmeter;

/**
 * The progress of a run, about once a second.
 *
 * @param succeeded requests that succeeded so far
 * @param failed requests that failed so far
 */
public record JMeterProgress(long succeeded, long failed) {}
