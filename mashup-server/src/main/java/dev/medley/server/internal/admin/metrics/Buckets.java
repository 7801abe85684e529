package dev.medley.server.internal.admin.metrics;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.IntStream;

/** The buckets of all timers, 1 ms to 60 s: the same, so that they are comparable. */
final class Buckets {

    private static final int[] MILLIS = {1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000};
    private static final Duration[] BOUNDS =
            IntStream.of(MILLIS).mapToObj(Duration::ofMillis).toArray(Duration[]::new);

    /** Every other one, for timers of which each mashup has several. */
    private static final Duration[] FEW_BOUNDS = IntStream.of(1, 5, 25, 100, 500, 2500, 10_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private Buckets() {}

    static Timer.Builder timer(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(BOUNDS);
    }

    /** Returns a timer with fewer buckets. */
    static Timer.Builder coarse(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(FEW_BOUNDS);
    }
}
