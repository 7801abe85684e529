package dev.medley.partner;

import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.RetryAfter;
import java.time.Duration;
import java.util.Set;

/**
 * The options of the retries of a partner's exchanges, beside their number.
 *
 * @param statuses of responses after which a request is sent again, if that does no harm
 * @param backoff bound of the random pause before the first retry; it doubles before each further one; zero for no pause
 * @param maxBackoff bound of the random pause before any retry
 * @param budget retries and hedges for a hundred exchanges that were answered, over the last ten seconds
 * @param minRetries retries and hedges in ten seconds that are permitted however few exchanges there are
 * @param maxRetryAfter the longest time for which Retry-After of a response is honoured; zero to ignore the field
 * @param sharedRateLimit whether a response with status 429 (RFC 6585, section 4) speaks for all exchanges with its endpoint; if not, for
 *     the user of its own exchange only
 */
public record RetrySettings(
        Set<Integer> statuses,
        Duration backoff,
        Duration maxBackoff,
        int budget,
        int minRetries,
        Duration maxRetryAfter,
        boolean sharedRateLimit) {

    /** The defaults of {@code docs/configuration.md}. */
    public static final RetrySettings DEFAULT = new RetrySettings(
            Set.of(429, 502, 503, 504),
            Duration.ofMillis(50),
            Duration.ofSeconds(1),
            20,
            10,
            Duration.ofSeconds(10),
            false);

    /** Takes a copy of the statuses. */
    public RetrySettings {
        statuses = Set.copyOf(statuses);
    }

    /** These options with other statuses. */
    public RetrySettings statuses(Integer... others) {
        return new RetrySettings(
                Set.of(others), backoff, maxBackoff, budget, minRetries, maxRetryAfter, sharedRateLimit);
    }

    /** These options with other bounds of the pauses. */
    public RetrySettings backoff(Duration first, Duration max) {
        return new RetrySettings(statuses, first, max, budget, minRetries, maxRetryAfter, sharedRateLimit);
    }

    /** These options with another budget: the percentage, and the attempts in ten seconds that are always permitted. */
    public RetrySettings budget(int percent, int min) {
        return new RetrySettings(statuses, backoff, maxBackoff, percent, min, maxRetryAfter, sharedRateLimit);
    }

    /** These options with another bound of Retry-After. */
    public RetrySettings maxRetryAfter(Duration max) {
        return new RetrySettings(statuses, backoff, maxBackoff, budget, minRetries, max, sharedRateLimit);
    }

    /** These options with a rate limit of the partner that is of the whole server, or of each user. */
    public RetrySettings sharedRateLimit(boolean shared) {
        return new RetrySettings(statuses, backoff, maxBackoff, budget, minRetries, maxRetryAfter, shared);
    }

    /** The nanoseconds for which Retry-After of a response is honoured. */
    public long pauseNanos(AttemptResult result) {
        return Math.min(maxRetryAfter.toNanos(), result.retryAfterNanos());
    }

    /** Returns whether Retry-After of a response with {@code status} keeps all exchanges from its endpoint. */
    public boolean holdsBackAll(int status) {
        return sharedRateLimit || !RetryAfter.isOfOneUser(status);
    }
}
