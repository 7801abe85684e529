package dev.medley.server.internal.admin.metrics;

import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.MashupSet;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.placement.Move;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
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
    /** The moves that have meters. */
    private final Map<Object, Set<Move>> moves = new LinkedHashMap<>();

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
        now.addAll(mashups.schedules().all());
        registered.entrySet().removeIf(each -> {
            boolean gone = !now.contains(each.getKey());
            if (gone) {
                each.getValue().forEach(registry::remove);
                moves.remove(each.getKey());
            }
            return gone;
        });
        mashups.executionTargets()
                .all()
                .forEach(executionTarget ->
                        registered.computeIfAbsent(executionTarget, added -> ofPlacement(executionTarget)));
        mashups.executionTargets().all().forEach(this::followMoves);
        mashups.schedules()
                .all()
                .forEach(schedule ->
                        registered.computeIfAbsent(schedule, added -> ScheduleMeters.register(schedule, registry)));
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
                .description("1 while the mashup runs on the pool because of its stalls")
                .tags(tags)
                .register(registry));
        return meters;
    }

    /** Registers the meters of moves that there have not been before; they are removed with the others of the mashup. */
    private void followMoves(ExecutionTarget executionTarget) {
        Set<Move> known = moves.computeIfAbsent(executionTarget, added -> new HashSet<>());
        for (Move move : executionTarget.moves().keySet()) {
            if (known.add(move)) {
                registered
                        .computeIfAbsent(executionTarget, added -> new ArrayList<>())
                        .add(ofMove(executionTarget, move));
            }
        }
    }

    private Meter ofMove(ExecutionTarget executionTarget, Move move) {
        return FunctionCounter.builder(
                        "medley.mashup.moves",
                        executionTarget,
                        moved -> moved.moves().getOrDefault(move, 0L))
                .description("Moves of the code of the mashup to other threads")
                .tags(
                        "mashup",
                        executionTarget.mashup(),
                        "from",
                        move.from().label(),
                        "to",
                        move.to().label(),
                        "reason",
                        move.reason().label())
                .register(registry);
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
