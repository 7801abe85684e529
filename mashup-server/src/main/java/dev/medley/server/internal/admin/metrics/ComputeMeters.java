package dev.medley.server.internal.admin.metrics;

import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.compute.ComputeObserver;
import dev.medley.thread.internal.compute.Drop;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The computations of mashups. Their times are registered with the first computation of a mashup. Thread-safe. */
final class ComputeMeters implements ComputeObserver {

    private final MeterRegistry registry;
    private final Map<String, Timer> waited = new ConcurrentHashMap<>();
    private final Map<String, Timer> ran = new ConcurrentHashMap<>();

    private ComputeMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    static void register(Computations computations, MeterRegistry registry) {
        Gauge.builder("medley.computations.queued", computations, Computations::queued)
                .description("Computations that wait for a thread")
                .register(registry);
        Gauge.builder("medley.computations.running", computations, Computations::running)
                .description("Computations that run")
                .register(registry);
        for (Drop cause : Drop.values()) {
            FunctionCounter.builder("medley.computations.dropped", computations, each -> each.dropped(cause))
                    .description("Computations without a result")
                    .tags("reason", cause.label())
                    .register(registry);
        }
        FunctionCounter.builder("medley.computations.overrun", computations, Computations::overran)
                .description("Computations that went on long after the end of their mashup")
                .register(registry);
        computations.observe(new ComputeMeters(registry));
    }

    @Override
    public void began(String mashup, long waitedNanos) {
        waited.computeIfAbsent(mashup, this::waitedBy).record(waitedNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void ended(String mashup, long ranNanos) {
        ran.computeIfAbsent(mashup, this::ranBy).record(ranNanos, TimeUnit.NANOSECONDS);
    }

    private Timer waitedBy(String mashup) {
        return Buckets.timer("medley.computations.waited", "Time that computations waited before they began")
                .tags("mashup", mashup)
                .register(registry);
    }

    private Timer ranBy(String mashup) {
        return Buckets.timer("medley.computations", "Computations that have ended, by the time that they ran")
                .tags("mashup", mashup)
                .register(registry);
    }
}
