package dev.medley.server.internal.admin.metrics;

import dev.medley.partner.internal.Partner;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** The meters of one partner: of its exchanges, and gauges. Also keeps them alive: the registry refers to them weakly. */
final class PartnerMeters {

    private final Partner partner;
    private final ExchangeMeters exchanges;
    private final EndpointMeters endpoints;
    private final List<Meter> gauges = new ArrayList<>();

    /** Registers meters of a partner that there was not before. */
    PartnerMeters(Partner partner, MeterRegistry registry) {
        this(partner, new ExchangeMeters(partner, registry), registry);
    }

    private PartnerMeters(Partner partner, ExchangeMeters exchanges, MeterRegistry registry) {
        this.partner = partner;
        this.exchanges = exchanges;
        endpoints = new EndpointMeters(partner, registry);
        gauges.addAll(Gauges.ofPartner(partner, registry));
        gauges.addAll(Gauges.ofResends(partner, registry));
        gauges.addAll(AdmissionMeters.ofQueue(partner, registry));
        gauges.addAll(CacheMeters.of(partner, registry));
        gauges.addAll(RoutingMeters.of(partner, registry));
    }

    /** Returns the meters of {@code next}, which has the same name, and the counts of the exchanges so far. */
    PartnerMeters of(Partner next, MeterRegistry registry) {
        if (next == partner) {
            return this;
        }
        endpoints.remove();
        gauges.forEach(registry::remove);
        return new PartnerMeters(next, exchanges, registry);
    }

    ExchangeMeters exchanges() {
        return exchanges;
    }

    /** Registers meters of the endpoints that there are now. Before each scrape. */
    void followEndpoints() {
        endpoints.follow();
    }

    /** Removes the meters of a partner that a reload has removed. */
    void remove(MeterRegistry registry) {
        endpoints.remove();
        registry.getMeters().stream()
                .filter(meter -> partner.name().equals(meter.getId().getTag(ExchangeMeters.PARTNER)))
                .forEach(registry::remove);
    }
}
