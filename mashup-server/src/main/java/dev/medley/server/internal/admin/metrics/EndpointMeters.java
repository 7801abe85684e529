package dev.medley.server.internal.admin.metrics;

import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.health.Breaker;
import dev.medley.partner.internal.health.Ejection;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The meters of the endpoints of one partner. Endpoints come and go with the addresses of a name; so do their meters. */
final class EndpointMeters {

    private final Partner partner;
    private final MeterRegistry registry;
    private final Map<Endpoint, List<Meter>> registered = new LinkedHashMap<>();
    private boolean removed;

    EndpointMeters(Partner partner, MeterRegistry registry) {
        this.partner = partner;
        this.registry = registry;
        follow();
    }

    /** Registers the meters of the endpoints that there are now, and removes those of the others. Before each scrape. */
    synchronized void follow() {
        // A scrape that began before a reload may come after it.
        follow(removed ? List.of() : partner.endpoints());
    }

    /** Removes all meters, for ever. */
    synchronized void remove() {
        removed = true;
        follow(List.of());
    }

    private void follow(List<Endpoint> now) {
        registered.entrySet().removeIf(each -> {
            boolean gone = !now.contains(each.getKey());
            if (gone) {
                each.getValue().forEach(registry::remove);
            }
            return gone;
        });
        now.forEach(endpoint -> registered.computeIfAbsent(endpoint, this::register));
    }

    private List<Meter> register(Endpoint endpoint) {
        Tags tags = Tags.of(
                "partner", partner.name(), "endpoint", endpoint.address().label());
        List<Meter> meters = new ArrayList<>();
        meters.add(gauge("outstanding", "Attempts that have not ended", endpoint, Endpoint::outstanding, tags));
        meters.add(counter("attempts", "Attempts that have ended", endpoint, Endpoint::ended, tags));
        meters.add(
                counter("faults", "Attempts that ended by a fault of the endpoint", endpoint, Endpoint::faults, tags));
        meters.add(gauge(
                "available",
                "1, or 0 for an endpoint that is ejected, unhealthy, or whose circuit breaker is open",
                endpoint,
                each -> each.isAvailable() ? 1 : 0,
                tags));
        meters.add(counter(
                "breaker.opened", "Times that the circuit breaker has opened", endpoint, EndpointMeters::opened, tags));
        meters.add(
                counter("ejections", "Times that the endpoint was ejected", endpoint, EndpointMeters::ejections, tags));
        return meters;
    }

    private static double opened(Endpoint endpoint) {
        Breaker breaker = endpoint.breaker();
        return breaker == null ? 0 : breaker.opened();
    }

    private static double ejections(Endpoint endpoint) {
        Ejection ejection = endpoint.ejection();
        return ejection == null ? 0 : ejection.ejected();
    }

    private Meter gauge(
            String name, String description, Endpoint endpoint, ToDoubleFunction<Endpoint> value, Tags tags) {
        return Gauge.builder("medley.endpoint." + name, endpoint, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private Meter counter(
            String name, String description, Endpoint endpoint, ToDoubleFunction<Endpoint> value, Tags tags) {
        return FunctionCounter.builder("medley.endpoint." + name, endpoint, value)
                .description(description)
                .tags(tags)
                .register(registry);
    }
}
