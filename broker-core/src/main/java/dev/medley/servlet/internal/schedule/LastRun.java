package dev.medley.servlet.internal.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last run of a schedule that has ended. Immutable.
 *
 * @param outcome what came of it
 * @param status of its reply, or of the problem that a client would get
 * @param cause why it is not complete, in words for administrators; null if it is
 * @param ended the time by the calendar
 * @param nanos its duration in nanoseconds
 */
public record LastRun(
        RunOutcome outcome, int status, @Nullable String cause, Instant ended, long nanos) {}
