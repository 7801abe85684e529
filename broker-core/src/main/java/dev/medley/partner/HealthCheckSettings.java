package dev.medley.partner;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of active health checks.
 *
 * @param path of the request that checks an endpoint by GET, from the root of its host; null for no checks
 * @param interval between two checks of an endpoint
 * @param timeout of a whole check
 * @param failures in a row, after which an endpoint is unhealthy
 * @param successes in a row, after which it is healthy again
 */
public record HealthCheckSettings(
        @Nullable String path, Duration interval, Duration timeout, int failures, int successes) {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int FAILURES = 3;
    private static final int SUCCESSES = 2;

    /** No checks. */
    public static final HealthCheckSettings OFF = new HealthCheckSettings(null, INTERVAL, TIMEOUT, FAILURES, SUCCESSES);

    /** Checks of {@code path}, every 5 s. */
    public static HealthCheckSettings of(String path) {
        return new HealthCheckSettings(path, INTERVAL, TIMEOUT, FAILURES, SUCCESSES);
    }
}
