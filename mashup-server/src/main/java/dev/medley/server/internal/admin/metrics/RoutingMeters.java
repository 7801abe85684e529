package dev.medley.server.internal.admin.metrics;

import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.routing.Canary;
import dev.medley.partner.internal.routing.Mirror;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The meters of the canary and of the mirror of one partner, read on each scrape. */
final class RoutingMeters {

    private RoutingMeters() {}

    /** Registers those of what the partner has, and returns them. */
    static List<Meter> of(Partner partner, MeterRegistry registry) {
        List<Meter> meters = new ArrayList<>();
        Canary canary = partner.canary();
        if (canary != null) {
            meters.add(side(canary, partner, "canary", Canary::atCanary, registry));
            meters.add(side(canary, partner, "partner", Canary::atPartner, registry));
        }
        Mirror mirror = partner.mirror();
        if (mirror != null) {
            meters.add(copies(mirror, partner, "sent", Mirror::sent, registry));
            meters.add(copies(mirror, partner, "dropped", Mirror::dropped, registry));
        }
        return meters;
    }

    private static Meter side(
            Canary canary, Partner partner, String side, ToDoubleFunction<Canary> count, MeterRegistry registry) {
        return FunctionCounter.builder("medley.canary.exchanges", canary, count)
                .description("Exchanges with a partner that has a canary, by the side that they went to")
                .tags(Tags.of("partner", partner.name(), "side", side))
                .register(registry);
    }

    private static Meter copies(
            Mirror mirror, Partner partner, String outcome, ToDoubleFunction<Mirror> count, MeterRegistry registry) {
        return FunctionCounter.builder("medley.mirror.requests", mirror, count)
                .description("Copies of requests for the mirror of a partner")
                .tags(Tags.of("partner", partner.name(), "outcome", outcome))
                .register(registry);
    }
}
