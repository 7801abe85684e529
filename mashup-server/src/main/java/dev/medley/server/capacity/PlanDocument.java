package dev.medley.server.capacity;

import java.util.LinkedHashMap;
import java.util.Map;

/** A plan as programs read it, with the names of the law. */
final class PlanDocument {

    private PlanDocument() {}

    static String json(Plan plan) {
        Load load = plan.load();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("execution", plan.mode().configured());
        document.put("rate", Documents.number(plan.rate()));
        document.put("N", load.users());
        document.put("C", load.fanOut());
        document.put("D_ms", Documents.number(Unit.millis(load.demand())));
        document.put("S_ms", Documents.number(Unit.millis(load.latency())));
        document.put("c", load.exchangeThreads());
        document.put("n", plan.threadsAtWork());
        document.put("exchanges", load.exchanges());
        document.put("connections", load.connections());
        document.put(
                "demands",
                plan.demandsOnInstances().stream().map(PlanDocument::demand).toList());
        document.put("instances", plan.instances());
        document.put("limitedBy", plan.limit().what());
        document.put("usersEach", plan.share().users());
        document.put("threadsEach", PoolSize.enough(plan.share(), plan.mode()));
        return Documents.json(document);
    }

    private static Map<String, Object> demand(Demand demand) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("what", demand.what());
        document.put("needed", Documents.number(demand.needed()));
        document.put("offered", Documents.number(demand.offered()));
        document.put("instances", demand.instances());
        return document;
    }
}
