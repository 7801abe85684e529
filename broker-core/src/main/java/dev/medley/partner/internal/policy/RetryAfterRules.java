package dev.medley.partner.internal.policy;

import dev.medley.partner.RetrySettings;

/** What is done about Retry-After of a response. */
final class RetryAfterRules {

    private final long maxNanos;
    private final boolean sharedRateLimit;

    RetryAfterRules(RetrySettings settings) {
        maxNanos = settings.maxRetryAfter().toNanos();
        sharedRateLimit = settings.sharedRateLimit();
    }

    /** Returns whether the field is honoured at all. */
    boolean isHonoured() {
        return maxNanos > 0;
    }

    /** Returns the nanoseconds for which Retry-After of a response is honoured. */
    long pauseNanos(AttemptResult result) {
        return Math.min(maxNanos, result.retryAfterNanos());
    }

    /** Returns whether Retry-After of a response with {@code status} keeps all exchanges from its endpoint. */
    boolean holdsBackAll(int status) {
        return sharedRateLimit || !RetryAfter.isOfOneUser(status);
    }
}
