package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import java.time.Duration;

/**
 * The plan of a soak.
 *
 * @param mode of the server
 * @param duration of the load with faults
 * @param warmUp of the load without faults before it
 * @param rate requests in a second
 * @param seed determines faults, mix and arrivals
 * @param every time from one sample to the next
 * @param heapEvery time from one look at the live heap to the next, for which the server stands still
 * @param claimsTrends whether it is long enough for claims about trends
 */
record SoakPlan(
        ExecutionMode mode,
        Duration duration,
        Duration warmUp,
        double rate,
        long seed,
        Duration every,
        Duration heapEvery,
        boolean claimsTrends) {

    private static final Duration LONG = Duration.ofMinutes(10);

    static SoakPlan of(boolean quick, ExecutionMode mode, Duration duration, double rate, long seed) {
        return quick
                ? new SoakPlan(
                        mode,
                        duration,
                        Duration.ofSeconds(3),
                        rate,
                        seed,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(4),
                        false)
                : new SoakPlan(
                        mode,
                        duration,
                        Duration.ofMinutes(1),
                        rate,
                        seed,
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(1),
                        duration.compareTo(LONG) >= 0);
    }
}
