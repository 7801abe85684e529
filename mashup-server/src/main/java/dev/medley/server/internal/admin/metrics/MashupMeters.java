package dev.medley.server.internal.admin.metrics;

import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.MashupSet;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.thread.internal.ExecutionTarget;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The stalls and the bulkheads of the mashups. A reload may replace mashups; so are their meters. */
final class MashupMeters {

    private final MashupRuntime runtime;
    private final MeterRegistry registry;
    /** By placement or bulkhead, of which each mashup has one of its own. */
    private final Map<Object, List<Meter>> registered = new LinkedHashMap<>();

    MashupMeters(MashupRuntime runtime, MeterRegistry registry) {
        this.runtime = runtime;
        this.registry = registry;
    }

    /** Registers the meters of the mashups that there are now, and removes those of the others. Before each scrape. */
    synchronized void follow() {
        MashupSet mashups = runtime.mashups();
        Set<Object> now = Collections.newSetFromMap(new IdentityHashMap<>());
        now.addAll(mashups.executionTargets().all());
        now.addAll(mashups.bulkheads());
        registered.entrySet().removeIf(each -> {
            boolean gone = !now.contains(each.getKey());
            if (gone) {
                each.getValue().forEach(registry::remove);
            }
            return gone;
        });
        mashups.executionTargets()
                .all()
                .forEach(executionTarget ->
                        registered.computeIfAbsent(executionTarget, added -> ofPlacement(executionTarget)));
        mashups.bulkheads().forEach(bulkhead -> registered.computeIfAbsent(bulkhead, added -> ofBulkhead(bulkhead)));
    }

    private List<Meter> ofPlacement(ExecutionTarget executionTarget) {
        Tags tags = Tags.of("mashup", executionTarget.mashup());
        List<Meter> meters = new ArrayList<>();
        meters.add(FunctionCounter.builder("medley.mashup.stalls", executionTarget, ExecutionTarget::stalls)
                .description("Times that the code of the mashup held a loop too long")
                .tags(tags)
                .register(registry));
        meters.add(Gauge.builder("medley.mashup.moved", executionTarget, moved -> moved.isMoved() ? 1 : 0)
                .description("1 once the mashup has been moved to the pool after its stalls")
                .tags(tags)
                .register(registry));
        return meters;
    }

    private List<Meter> ofBulkhead(Bulkhead bulkhead) {
        Tags tags = Tags.of("mashup", bulkhead.mashup());
        List<Meter> meters = new ArrayList<>();
        meters.add(Gauge.builder("medley.mashup.bulkhead.max", bulkhead, Bulkhead::max)
                .description("Bound on requests for the mashup that are in flight")
                .tags(tags)
                .register(registry));
        meters.add(Gauge.builder("medley.mashup.bulkhead.used", bulkhead, Bulkhead::used)
                .description("Requests for the mashup that are in flight")
                .tags(tags)
                .register(registry));
        meters.add(FunctionCounter.builder("medley.mashup.bulkhead.refused", bulkhead, Bulkhead::refused)
                .description("Requests for the mashup that its bulkhead refused")
                .tags(tags)
                .register(registry));
        return meters;
    }
}
