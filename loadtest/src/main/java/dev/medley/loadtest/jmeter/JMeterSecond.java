package dev.medley.loadtest.jmeter;

/**
 * One second of a run.
 *
 * @param second its number, from 0; the first one begins with the first request
 * @param succeeded requests that ended well in it
 * @param failed requests that ended in an error in it
 * @param meanMillis how long those that ended well took on average, in milliseconds; 0 if there were none
 */
public record JMeterSecond(int second, long succeeded, long failed, double meanMillis) {}
