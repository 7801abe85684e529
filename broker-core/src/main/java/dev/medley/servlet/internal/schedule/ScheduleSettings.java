package dev.medley.servlet.internal.schedule;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a mashup. Immutable.
 *
 * @param every the time from the end of a run to the next one
 * @param jitter up to which each such time is longer, at random
 * @param code what the mashup was made of: a mashup with equal code is the same after a reload
 */
public record ScheduleSettings(Duration every, Duration jitter, Object code) {

    /** The part of {@code every} that the jitter is where nothing else is given. */
    private static final int DEFAULT_JITTER = 10;

    /** Returns a schedule; the jitter is a tenth of the interval if null is given. */
    public static ScheduleSettings of(Duration every, @Nullable Duration jitter, Object code) {
        return new ScheduleSettings(every, jitter == null ? every.dividedBy(DEFAULT_JITTER) : jitter, code);
    }
}
