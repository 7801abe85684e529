package dev.medley.server.internal.admin.metrics;

import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.partner.internal.cache.ResponseCache;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;

/** The meters of the cache of one partner, read on each scrape. */
final class CacheMeters {

    private CacheMeters() {}

    /** Registers them, if the partner has a cache, and returns them. */
    static List<Meter> of(Partner partner, MeterRegistry registry) {
        ResponseCache cache = partner.cache();
        if (cache == null) {
            return List.of();
        }
        List<Meter> meters = new ArrayList<>();
        Tags tags = Tags.of("partner", partner.name());
        for (CacheEvent event : CacheEvent.values()) {
            meters.add(FunctionCounter.builder("medley.cache.events", cache, of -> of.counted(event))
                    .description("Exchanges that the cache handled, by its result")
                    .tags(tags.and("event", event.label()))
                    .register(registry));
        }
        meters.add(FunctionCounter.builder("medley.cache.evictions", cache, ResponseCache::evictions)
                .description("Targets whose stored responses were evicted")
                .tags(tags)
                .register(registry));
        meters.add(Gauge.builder("medley.cache.targets", cache, ResponseCache::targets)
                .description("Targets with a stored response")
                .tags(tags)
                .register(registry));
        meters.add(Gauge.builder("medley.cache.used", cache, ResponseCache::bytes)
                .description("Size of the stored responses")
                .baseUnit("bytes")
                .tags(tags)
                .register(registry));
        meters.add(Gauge.builder("medley.cache.max", cache, of -> of.settings().maxBytes())
                .description("Bound on the size of the stored responses")
                .baseUnit("bytes")
                .tags(tags)
                .register(registry));
        return meters;
    }
}
