package dev.medley.loadtest.driver.result;

import java.time.Duration;

/**
 * The progress of a run, reported once a second.
 *
 * @param elapsed since the beginning
 * @param left until no more requests are started; none while the last answers are awaited
 * @param phase the name of the phase, such as {@code warm-up}
 * @param succeeded requests that ended well so far
 * @param failed requests that ended in an error so far
 * @param second the second that has just ended
 */
public record LoadProgress(Duration elapsed, Duration left, String phase, long succeeded, long failed, Second second) {}
