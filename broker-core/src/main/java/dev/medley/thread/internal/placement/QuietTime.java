package dev.medley.thread.internal.placement;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time for which a mashup that stalls have moved must be quiet on the pool before it is tried on the loops again. It is
 * doubled each time that a try fails, up to a bound: the mashup has stalled the loops again, and has not been well for long
 * before. Immutable.
 *
 * @param nanos the quiet time
 * @param triedAtNanos the time by the clock of the last try; null if there has been none, or it has failed
 */
public record QuietTime(long nanos, @Nullable Long triedAtNanos) {

    static final Duration SHORTEST = Duration.ofMinutes(5);
    static final Duration LONGEST = Duration.ofHours(1);
    /** Well on the loops for so long, a mashup that stalls them begins with the shortest time. */
    static final Duration WELL = Duration.ofHours(1);

    /** Before the first move. */
    static final QuietTime FIRST = new QuietTime(SHORTEST.toNanos(), null);

    /** Stalls have moved the mashup to the pool. */
    QuietTime afterStalls(long now) {
        boolean failed = triedAtNanos != null && now - triedAtNanos < WELL.toNanos();
        return failed ? new QuietTime(Math.min(2 * nanos, LONGEST.toNanos()), null) : FIRST;
    }

    /** The mashup is tried on the loops. */
    QuietTime afterQuiet(long now) {
        return new QuietTime(nanos, now);
    }
}
