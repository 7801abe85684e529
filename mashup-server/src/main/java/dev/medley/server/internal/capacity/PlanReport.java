package dev.medley.server.internal.capacity;

import dev.medley.config.ExecutionMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A plan as text, each number with its formula, and as JSON, with the names of the law. */
final class PlanReport {

    private final CapacityPlan plan;
    private final Workload workload;

    PlanReport(CapacityPlan plan) {
        this.plan = plan;
        workload = plan.workload();
    }

    String text() {
        String mashup = workload.shape().mashup();
        String summary = "%s mashups per second%s, %s, execution %s, %.0f %% headroom"
                .formatted(
                        Unit.FRACTION.show(plan.rate()),
                        mashup.isEmpty() ? "" : " of " + mashup,
                        workload.shape().inWords(),
                        plan.mode().configured(),
                        plan.instance().headroom() * 100);
        return Stream.of(
                        Stream.of(summary, ""),
                        law().lines(),
                        Stream.of(""),
                        table(plan.resources()).lines(),
                        Stream.of(""),
                        settings())
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private Output.Table law() {
        String users = Unit.count(workload.users());
        String exchanges = Unit.count(workload.exchanges());
        String service = Unit.show(workload.latency());
        String demand = plan.mode() == ExecutionMode.BLOCKING ? service : Unit.show(workload.demand());
        String each = Unit.show(Costs.EXCHANGE_DEMAND);
        String rate = Unit.FRACTION.show(plan.rate());
        String c = Unit.FRACTION.show(workload.exchangeThreads());
        String latencies = plan.latencies().stream().map(Unit::show).collect(Collectors.joining(", "));
        int fanOut = workload.fanOut();
        int layers = workload.shape().layers();
        Output.Table table = new Output.Table("quantity", "value", "formula");
        table.row(
                "service time S", service, (layers == 1 ? "" : layers + " layers * ") + "the longest of " + latencies);
        table.row("concurrent requests N", users, "rate * S = %s/s * %s".formatted(rate, service));
        table.row(
                "exchanges in flight",
                exchanges,
                "N * C%s = %s * %d%s"
                        .formatted(layers == 1 ? "" : " / layers", users, fanOut, layers == 1 ? "" : " / " + layers));
        table.row("exchange threads c", c, "C * %s / S = %d * %s / %s".formatted(each, fanOut, each, service));
        table.row(
                "utilized threads n",
                Unit.FRACTION.show(plan.threads()),
                "N(D/S + c) = %s * (%s / %s + %s)".formatted(users, demand, service, c));
        table.row(
                "connections",
                Unit.count(workload.connections()),
                "N + %s = %s + %s".formatted(layers == 1 ? "N * C" : "exchanges", users, exchanges));
        return table;
    }

    static Output.Table table(List<CapacityPlan.Resource> resources) {
        Output.Table table = new Output.Table("resource", "needed", "per instance", "instances");
        resources.forEach(each -> table.row(
                each.name(),
                each.unit().show(each.needed()),
                each.unit().show(each.perInstance()),
                Unit.FRACTION.show(each.instances())));
        return table;
    }

    private Stream<String> settings() {
        Workload share = plan.share();
        CapacityPlan.Instance instance = plan.instance();
        double heap = Costs.FIXED_HEAP_BYTES + share.heapBytes(plan.mode());
        return Stream.of(
                "Instances: %d, limited by %s."
                        .formatted(plan.instances(), plan.scarcest().name()),
                "Each carries %s concurrent requests and needs at least:".formatted(Unit.count(share.users())),
                "    ulimit -n " + Unit.roundUp((long) Math.ceil(instance.withHeadroom((double) share.files()))),
                "    " + Unit.maxHeapOption(instance.withHeadroom(heap) * Costs.MAX_HEAP),
                "    server.threads: " + share.recommendedThreads(plan.mode()),
                "    max-connections, summed over its partners: " + Unit.roundUp(share.exchanges()));
    }

    String json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("execution", plan.mode().configured());
        document.put("rate", Output.number(plan.rate()));
        document.put("N", workload.users());
        document.put("C", workload.fanOut());
        document.put("mashup", workload.shape().mashup());
        document.put("layers", workload.shape().layers());
        document.put("D_ms", Output.number(Unit.millis(workload.demand())));
        document.put("S_ms", Output.number(Unit.millis(workload.latency())));
        document.put("c", workload.exchangeThreads());
        document.put("n", plan.threads());
        document.put("exchanges", workload.exchanges());
        document.put("connections", workload.connections());
        document.put(
                "resources", plan.resources().stream().map(PlanReport::json).toList());
        document.put("instances", plan.instances());
        document.put("limitedBy", plan.scarcest().name());
        document.put("usersEach", plan.share().users());
        document.put("threadsEach", plan.share().recommendedThreads(plan.mode()));
        return Output.json(document);
    }

    static Map<String, Object> json(CapacityPlan.Resource resource) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", resource.name());
        document.put("needed", Output.number(resource.needed()));
        document.put("perInstance", Output.number(resource.perInstance()));
        document.put("instances", resource.instances());
        return document;
    }
}
