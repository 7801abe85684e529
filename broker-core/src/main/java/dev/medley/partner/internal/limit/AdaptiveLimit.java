package dev.medley.partner.internal.limit;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.medley.partner.Adaptation;
import dev.medley.thread.internal.Clock;
import java.util.concurrent.TimeUnit;

/**
 * Sets the limit of a {@link Limiter} by the latency of what it admits (Netflix concurrency-limits). Latencies are averaged
 * over windows: of a second for the gradient; of twice the latency for Vegas, of 100 ms at least and a second at most; and of
 * ten latencies at least, however long that takes. Thread-safe.
 */
public final class AdaptiveLimit {

    private static final int INITIAL = 20;
    private static final long SHORTEST_WINDOW_MILLIS = 100;
    private static final long LONGEST_WINDOW_MILLIS = 1000;

    private final Clock clock;
    private final Limiter limiter;
    private final Limit algorithm;
    private final LatencyWindows windows;
    /** The algorithm takes times since its beginning; those of the clock may be negative. */
    private final long startNanos;

    private volatile int ceiling;
    /** The limit as set last; written under the limiter's lock. */
    private volatile int applied;

    /**
     * Creates an adaptive limit, and sets that of {@code limiter}.
     *
     * @param kind of the algorithm
     * @param clock by which latencies were measured
     * @param limiter whose limit it sets
     * @param max the largest limit
     * @throws IllegalArgumentException if the kind is {@link Adaptation#OFF}
     */
    public AdaptiveLimit(Adaptation kind, Clock clock, Limiter limiter, int max) {
        this.clock = clock;
        this.limiter = limiter;
        ceiling = max;
        startNanos = clock.nanoTime();
        // The average of the gradient is over 600 windows: with short ones it would follow a lasting overload within a
        // minute.
        long shortest = kind == Adaptation.GRADIENT ? LONGEST_WINDOW_MILLIS : SHORTEST_WINDOW_MILLIS;
        algorithm = algorithm(kind, max);
        windows = new LatencyWindows(
                algorithm,
                TimeUnit.MILLISECONDS.toNanos(shortest),
                TimeUnit.MILLISECONDS.toNanos(LONGEST_WINDOW_MILLIS));
        apply();
    }

    private static Limit algorithm(Adaptation kind, int max) {
        return switch (kind) {
            case OFF -> throw new IllegalArgumentException("a limit that is off does not adapt");
            case VEGAS ->
                VegasLimit.newBuilder()
                        .initialLimit(Math.min(INITIAL, max))
                        .maxConcurrency(max)
                        .build();
            case GRADIENT ->
                Gradient2Limit.newBuilder()
                        .initialLimit(Math.min(INITIAL, max))
                        .minLimit(1)
                        .maxConcurrency(max)
                        .build();
        };
    }

    /**
     * One that was admitted has ended. To be called before its admission is released; by any thread, holding no lock.
     *
     * @param latencyNanos nanoseconds from its admission
     * @param overload whether its end is a sign of overload, such as a time-out
     */
    public void onEnded(long latencyNanos, boolean overload) {
        long latency = Math.max(1, latencyNanos);
        windows.add(clock.nanoTime() - startNanos, latency, limiter.used(), overload);
        if (limit() != applied) {
            apply();
        }
    }

    /** Changes the largest limit, such as to the capacity of connections. */
    public void setMax(int max) {
        ceiling = max;
        apply();
    }

    private void apply() {
        limiter.setLimit(() -> {
            applied = limit();
            return applied;
        });
    }

    private int limit() {
        return Math.max(1, Math.min(ceiling, algorithm.getLimit()));
    }
}
