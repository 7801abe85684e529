package dev.medley.server.internal.admin.metrics;

import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.servlet.internal.access.AccessCounts;
import dev.medley.servlet.internal.quota.Quota;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The decisions on callers, and the quotas. Their labels are names of the configuration: callers themselves are too many. A reload
 * may replace them; so are their meters.
 */
final class CallerMeters {

    private final MashupRuntime runtime;
    private final MeterRegistry registry;
    /** By quota, or counter of decisions. */
    private final Map<Object, List<Meter>> registered = new LinkedHashMap<>();

    CallerMeters(MashupRuntime runtime, MeterRegistry registry) {
        this.runtime = runtime;
        this.registry = registry;
    }

    /** Registers the meters of what there is now, and removes those of what is gone. Before each scrape. */
    synchronized void follow() {
        AccessControl control = runtime.access();
        Map<AccessCounts.Label, LongAdder> decisions =
                control == null ? Map.of() : control.counts().all();
        List<Quota> quotas = runtime.quotas().all();
        // Neither has an equality of its own.
        registered.entrySet().removeIf(each -> {
            boolean gone = !quotas.contains(each.getKey()) && !decisions.containsValue(each.getKey());
            if (gone) {
                each.getValue().forEach(registry::remove);
            }
            return gone;
        });
        decisions.forEach((label, count) -> registered.computeIfAbsent(count, added -> ofDecision(label, count)));
        quotas.forEach(quota -> registered.computeIfAbsent(quota, added -> ofQuota(quota)));
    }

    private List<Meter> ofDecision(AccessCounts.Label label, LongAdder count) {
        return List.of(FunctionCounter.builder("medley.caller.requests", count, LongAdder::sum)
                .description("Requests by the source of their caller, and by what was decided on them")
                .tag("source", label.source())
                .tag("outcome", label.outcome().label())
                .register(registry));
    }

    private List<Meter> ofQuota(Quota quota) {
        String name = quota.settings().name();
        List<Meter> meters = new ArrayList<>();
        meters.add(
                ofRequests(name, "admitted", FunctionCounter.builder("medley.quota.requests", quota, Quota::admitted)));
        meters.add(
                ofRequests(name, "refused", FunctionCounter.builder("medley.quota.requests", quota, Quota::refused)));
        meters.add(Gauge.builder("medley.quota.clients", quota, Quota::clients)
                .description("Clients whose buckets the quota remembers")
                .tag("quota", name)
                .register(registry));
        return meters;
    }

    private Meter ofRequests(String quota, String outcome, FunctionCounter.Builder<Quota> counter) {
        return counter.description("Requests that the quota has admitted or refused")
                .tag("quota", quota)
                .tag("outcome", outcome)
                .register(registry);
    }
}
