package dev.medley.partner.internal.policy;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses before retries: a random time up to a bound that doubles, "full jitter" (M. Brooker, Exponential Backoff And Jitter,
 * AWS Architecture Blog, 2015). Calls that fail at the same time are not repeated at the same time.
 */
final class Backoff {

    private final long firstNanos;
    private final long maxNanos;
    private final RandomGenerator random;

    /** Creates pauses of at most {@code first} before the first retry, and of at most {@code max} before any. */
    Backoff(Duration first, Duration max, RandomGenerator random) {
        firstNanos = first.toNanos();
        maxNanos = max.toNanos();
        this.random = random;
    }

    /** The pause before retry number {@code retry}, from 1, in nanoseconds. */
    long nanos(int retry) {
        int doublings = Math.min(retry - 1, Long.numberOfLeadingZeros(firstNanos) - 2);
        long bound = Math.min(maxNanos, firstNanos << Math.max(0, doublings));
        return bound <= 0 ? 0 : random.nextLong(bound + 1);
    }
}
