package dev.medley.partner;

import java.time.Duration;

/**
 * The settings of the circuit breakers of a partner's endpoints.
 *
 * @param enabled whether there are any
 * @param failureRate percentage of faults among the attempts of the window at which a breaker opens, 1 to 100
 * @param window time over which attempts count, in whole seconds
 * @param minAttempts attempts within the window below which a breaker does not open
 * @param openFor time for which it refuses attempts
 * @param probes attempts that it admits thereafter, and by whose results it closes or opens again
 */
public record BreakerSettings(
        boolean enabled, int failureRate, Duration window, int minAttempts, Duration openFor, int probes) {

    private static final int HALF = 50;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 20;
    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final int PROBES = 3;

    /** No breakers. */
    public static final BreakerSettings OFF = new BreakerSettings(false, HALF, WINDOW, ATTEMPTS, OPEN, PROBES);

    /** A breaker that opens when half of at least 20 attempts within 10 s have failed, for 5 s. */
    public static final BreakerSettings ON = new BreakerSettings(true, HALF, WINDOW, ATTEMPTS, OPEN, PROBES);
}
