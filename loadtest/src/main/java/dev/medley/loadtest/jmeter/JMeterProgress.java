package dev.medley.loadtest.jmeter;

import java.time.Duration;

/**
 * How far a run has come; told about once a second.
 *
 * @param elapsed since JMeter was started; it takes some seconds until its first request
 * @param succeeded requests that ended well so far
 * @param failed requests that ended in an error so far
 * @param latest requests of either kind that ended since this was told last
 */
public record JMeterProgress(Duration elapsed, long succeeded, long failed, long latest) {}
