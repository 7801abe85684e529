/**
 * Runs the JMeter plans of {@code loadtest/plans} in a process of their own and reads their results.
 *
 * <p>{@link dev.medley.loadtest.jmeter.JMeterHome} finds a JMeter, {@link dev.medley.loadtest.jmeter.JMeterRun} runs a
 * plan with it, {@link dev.medley.loadtest.jmeter.JMeterResult} is its result. The plans are plain ones, so that what is
 * measured here can be measured again without Medley's help.
 */
@NullMarked
package dev.medley.loadtest.jmeter;

import org.jspecify.annotations.NullMarked;
