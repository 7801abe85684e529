package dev.medley.server.internal.admin.metrics;

import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import dev.medley.exchange.Timings;
import dev.medley.partner.internal.Partner;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The meters of the exchanges with one partner. All are registered at the start, so that none is looked up later. */
final class ExchangeMeters {

    /** The tag with the name of the partner. */
    static final String PARTNER = "partner";

    /** All reasons but that of an exchange which is cancelled on purpose. */
    private static final Set<Reason> FAILURES = EnumSet.complementOf(EnumSet.of(Reason.CANCELLED));

    private final FixedMap<Outcome, Timer> byOutcome;
    private final FixedMap<Reason, LongAdder> byReason = FixedMap.of(Reason.class, reason -> new LongAdder());
    private final LongAdder attempts = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final StateMeter[] states;

    ExchangeMeters(Partner partner, MeterRegistry registry) {
        byOutcome = FixedMap.of(
                Outcome.class,
                outcome -> Buckets.timer("medley.exchanges", "Exchanges that have ended, by outcome")
                        .tags(PARTNER, partner.name(), "outcome", outcome.label())
                        .register(registry));
        for (Reason reason : FAILURES) {
            FunctionCounter.builder("medley.exchange.failures", byReason.get(reason), LongAdder::sum)
                    .description("Exchanges that did not complete, by reason")
                    .tags(PARTNER, partner.name(), "reason", reason.label())
                    .register(registry);
        }
        FunctionCounter.builder("medley.exchange.attempts", attempts, LongAdder::sum)
                .description("Attempts of the exchanges that have ended")
                .tags(PARTNER, partner.name())
                .register(registry);
        FunctionCounter.builder("medley.exchange.retries", retries, LongAdder::sum)
                .description("Attempts made after one that had failed")
                .tags(PARTNER, partner.name())
                .register(registry);
        states = new StateMeter[] {
            new StateMeter(ExchangeState.QUEUED, partner, registry),
            new StateMeter(ExchangeState.CONNECTING, partner, registry),
            new StateMeter(ExchangeState.HANDSHAKING, partner, registry),
            new StateMeter(ExchangeState.WAITING, partner, registry),
            new StateMeter(ExchangeState.BODY, partner, registry)
        };
    }

    void record(Exchange exchange) {
        Outcome outcome = exchange.outcome();
        if (outcome == null) {
            throw new IllegalArgumentException(exchange + " has not ended");
        }
        Timings timings = exchange.timings();
        byOutcome.get(outcome).record(timings.totalNanos(), TimeUnit.NANOSECONDS);
        ExchangeException failure = exchange.failure();
        if (failure != null) {
            byReason.get(failure.reason()).increment();
        }
        // The attempts of a call that several exchanges share are those of the one that it was begun for.
        List<AttemptTimings> tried = exchange.isCoalesced() ? List.of() : timings.attempts();
        attempts.add(tried.size());
        if (tried.size() > 1) {
            retries.add(tried.size()
                    - 1L
                    - tried.stream().filter(AttemptTimings::isHedge).count());
        }
        for (AttemptTimings attempt : tried) {
            for (StateMeter state : states) {
                state.record(attempt);
            }
        }
    }
}
