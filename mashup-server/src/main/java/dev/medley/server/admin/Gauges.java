package dev.medley.server.admin;

import dev.medley.partner.Partner;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.PoolUse;
import dev.medley.thread.ThreadLedger;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** What is asked for when somebody wants to know, and costs nothing otherwise. */
final class Gauges {

    private static final double MILLIS = 1e3;

    private final MeterRegistry registry;
    private final Tags tags;

    private Gauges(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    static void ofPartner(Partner partner, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.of("partner", partner.name()));
        gauges.add(
                "medley.connections.open",
                "Connections, in use or idle",
                () -> partner.connections().open());
        gauges.add(
                "medley.connections.idle",
                "Connections that wait for work",
                () -> partner.connections().idle());
        gauges.add(
                "medley.connections.opening",
                "Connections being established",
                () -> partner.connections().opening());
        FunctionCounter.builder(
                        "medley.connections.opened",
                        partner,
                        p -> p.connections().opened())
                .description("Connections that were established")
                .tags(gauges.tags)
                .register(registry);
        gauges.add("medley.permits.used", "Exchanges that have a permit to use a connection", partner::permitsUsed);
        gauges.add(
                "medley.permits.max", "Permits in all", () -> partner.settings().maxConnections());
        gauges.add("medley.queue.length", "Exchanges that wait for a permit", partner::queued);
        gauges.add(
                "medley.queue.max",
                "Exchanges that may wait for a permit",
                () -> partner.settings().maxQueued());
    }

    static void ofInbound(ThreadLedger ledger, MeterRegistry registry) {
        new Gauges(registry, Tags.empty())
                .add(
                        "medley.requests.in.flight",
                        "Inbound requests at work",
                        () -> ledger.totals().inFlight());
    }

    static void ofPool(BrokerPool pool, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.empty());
        gauges.ofUse(pool, "medley.pool.threads.max", "The bound on threads", PoolUse::max);
        gauges.ofUse(pool, "medley.pool.threads.started", "Threads that exist", PoolUse::started);
        gauges.ofUse(pool, "medley.pool.threads.utilized", "Threads at work on something that ends", PoolUse::utilized);
        gauges.ofUse(pool, "medley.pool.threads.leased", "Threads given for good to selectors", PoolUse::leased);
        gauges.ofUse(pool, "medley.pool.threads.idle", "Threads without work", PoolUse::idle);
        gauges.ofUse(pool, "medley.pool.tasks.queued", "Tasks that wait for a thread", PoolUse::queued);
    }

    static void ofLaw(LawSampler sampler, MeterRegistry registry) {
        Gauges gauges = new Gauges(registry, Tags.empty());
        gauges.add(
                "medley.law.concurrency",
                "N: inbound requests at work, over the last 10 s",
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
        builder(name, description, value).register(registry);
    }

    private void seconds(String name, String description, Supplier<Number> value) {
        builder(name, description, value).baseUnit("seconds").register(registry);
    }

    private Gauge.Builder<Supplier<Number>> builder(String name, String description, Supplier<Number> value) {
        return Gauge.builder(name, value).description(description).tags(tags);
    }
}
