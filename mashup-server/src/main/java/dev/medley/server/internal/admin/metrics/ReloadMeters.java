package dev.medley.server.internal.admin.metrics;

import dev.medley.server.internal.reload.ReloadState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The reloads of the configuration. */
final class ReloadMeters {

    private ReloadMeters() {}

    /** Registers the meters; the registry refers to {@code reloads} weakly, and the page of the status does so strongly. */
    static void register(Supplier<ReloadState> reloads, MeterRegistry registry) {
        ofOutcome("applied", ReloadState::applied, reloads, registry);
        ofOutcome("refused", ReloadState::refused, reloads, registry);
        Gauge.builder(
                        "medley.reloads.need.restart",
                        () -> reloads.get().needRestart().size())
                .description("Keys of the configuration that have changed and need a restart")
                .register(registry);
    }

    private static void ofOutcome(
            String outcome,
            ToDoubleFunction<ReloadState> count,
            Supplier<ReloadState> reloads,
            MeterRegistry registry) {
        FunctionCounter.builder("medley.reloads", reloads, state -> count.applyAsDouble(state.get()))
                .description("Reloads of the configuration")
                .tag("outcome", outcome)
                .register(registry);
    }
}
