package dev.medley.server.internal.admin.metrics;

import dev.medley.partner.internal.Partner;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.PoolUse;
import dev.medley.thread.internal.ledger.ThreadLedger;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** Gauges, read on each scrape. */
final class Gauges {

    private static final double MILLIS = 1e3;

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> registered = new ArrayList<>();

    private Gauges(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /** Registers the gauges of a partner, and returns them. */
    static List<Meter> ofPartner(Partner partner, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.of("partner", partner.name()));
        gauges.add(
                "medley.connections.open",
                "Connections, in use or idle",
                () -> partner.connections().open());
        gauges.add(
                "medley.connections.idle",
                "Idle connections",
                () -> partner.connections().idle());
        gauges.add(
                "medley.connections.opening",
                "Connections being established",
                () -> partner.connections().opening());
        gauges.add(
                "medley.connections.streams",
                "Streams in use, one an exchange",
                () -> partner.connections().streams());
        gauges.count(
                partner,
                "medley.connections.opened",
                "Connections established",
                p -> p.connections().opened());
        gauges.add("medley.permits.used", "Exchanges with a permit to use a connection", partner::permitsUsed);
        gauges.add("medley.permits.max", "Bound on permits", partner::maxPermits);
        gauges.add("medley.queue.length", "Queued exchanges", partner::queued);
        gauges.add(
                "medley.queue.max",
                "Bound on queued exchanges",
                () -> partner.limits().maxQueued());
        return gauges.registered;
    }

    /** Registers counters of the attempts beyond the first of their calls and of those not made, and returns them. */
    static List<Meter> ofResends(Partner partner, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.of("partner", partner.name()));
        gauges.count(
                partner,
                "medley.exchange.hedges",
                "Attempts made while another was in flight",
                p -> p.resends().hedges());
        gauges.count(
                partner,
                "medley.exchange.hedges.won",
                "Hedges whose response was used",
                p -> p.resends().hedgesWon());
        gauges.count(
                partner,
                "medley.exchange.resends.refused",
                "Retries and hedges that were not made, because their budget was exhausted",
                p -> p.resends().refusedByBudget());
        gauges.count(
                partner,
                "medley.exchange.attempts.held.back",
                "Attempts that were not made, because the partner had asked for a pause",
                p -> p.resends().heldBack());
        gauges.count(
                partner,
                "medley.response.mismatches",
                "Responses that did not match the schema of their exchange",
                Partner::mismatches);
        return gauges.registered;
    }

    private void count(Partner partner, String name, String description, ToDoubleFunction<Partner> value) {
        registered.add(FunctionCounter.builder(name, partner, value)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    static void ofInbound(ThreadLedger ledger, MeterRegistry registry) {
        new Gauges(registry, Tags.empty())
                .add(
                        "medley.requests.in.flight",
                        "Inbound requests in flight",
                        () -> ledger.totals().inFlight());
    }

    static void ofPool(BrokerPool pool, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.empty());
        gauges.ofUse(pool, "medley.pool.threads.max", "The bound on threads", PoolUse::max);
        gauges.ofUse(pool, "medley.pool.threads.started", "Threads started", PoolUse::started);
        gauges.ofUse(pool, "medley.pool.threads.utilized", "Utilized threads", PoolUse::utilized);
        gauges.ofUse(pool, "medley.pool.threads.leased", "Threads leased to selectors", PoolUse::leased);
        gauges.ofUse(pool, "medley.pool.threads.idle", "Idle threads", PoolUse::idle);
        gauges.ofUse(pool, "medley.pool.tasks.queued", "Tasks queued for a thread", PoolUse::queued);
    }

    static void ofLaw(LawSampler sampler, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.empty());
        gauges.add(
                "medley.law.concurrency",
                "N: inbound requests in flight, over the last 10 s",
                () -> sampler.overWindow().law().concurrency());
        gauges.seconds(
                "medley.law.demand",
                "D: thread time of an inbound request, over the last 10 s",
                () -> sampler.overWindow().law().demandMillis() / MILLIS);
        gauges.seconds(
                "medley.law.service",
                "S: service time of an inbound request, over the last 10 s",
                () -> sampler.overWindow().law().serviceMillis() / MILLIS);
        gauges.add(
                "medley.law.exchange.threads",
                "c: threads that the exchanges of an inbound request take, over the last 10 s",
                () -> sampler.overWindow().law().exchangeThreads());
        gauges.add(
                "medley.law.threads.predicted",
                "n = N(D/S + c), over the last 10 s",
                () -> sampler.overWindow().law().threads());
        gauges.add(
                "medley.law.threads.measured",
                "n: utilized threads, on average over the last 10 s",
                () -> sampler.overWindow().measuredThreads());
    }

    private void ofUse(BrokerPool pool, String name, String description, ToIntFunction<PoolUse> part) {
        add(name, description, () -> part.applyAsInt(pool.use()));
    }

    private void add(String name, String description, Supplier<Number> value) {
        registered.add(builder(name, description, value).register(registry));
    }

    private void seconds(String name, String description, Supplier<Number> value) {
        builder(name, description, value).baseUnit("seconds").register(registry);
    }

    private Gauge.Builder<Supplier<Number>> builder(String name, String description, Supplier<Number> value) {
        return Gauge.builder(name, value).description(description).tags(tags);
    }
}
