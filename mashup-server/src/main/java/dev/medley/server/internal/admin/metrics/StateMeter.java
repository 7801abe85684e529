package dev.medley.server.internal.admin.metrics;

import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.ExchangeState;
import dev.medley.partner.internal.Partner;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The time that attempts spent in one state: count and sum only, without the cost of a histogram. */
final class StateMeter {

    private final ExchangeState state;
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    StateMeter(ExchangeState state, Partner partner, MeterRegistry registry) {
        this.state = state;
        FunctionTimer.builder(
                        "medley.exchange.state", this, m -> m.count.sum(), m -> m.nanos.sum(), TimeUnit.NANOSECONDS)
                .description("Time that attempts were in a state")
                .tags("partner", partner.name(), "state", state.label())
                .register(registry);
    }

    void record(AttemptTimings attempt) {
        if (attempt.reached(state)) {
            count.increment();
            nanos.add(attempt.nanosIn(state));
        }
    }
}
