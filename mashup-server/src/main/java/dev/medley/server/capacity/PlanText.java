package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A plan as people read it: every number with the formula that it comes from. */
final class PlanText {

    private final Plan plan;
    private final Load load;
    private final String users;
    private final String service;
    private final String demand;

    PlanText(Plan plan) {
        this.plan = plan;
        load = plan.load();
        users = Unit.count(load.users());
        service = Unit.MILLISECONDS.show(Unit.millis(load.latency()));
        boolean blocking = plan.mode() == ExecutionMode.BLOCKING;
        demand = blocking ? service : Unit.MILLISECONDS.show(Unit.millis(load.demand()));
    }

    @Override
    public String toString() {
        return Stream.of(
                        Stream.of(about(), ""),
                        law().lines(),
                        Stream.of(""),
                        demands().lines(),
                        Stream.of(""),
                        outcome())
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private String about() {
        return "%s mashups a second, %d exchanges each, execution %s, %.0f %% of an instance kept free"
                .formatted(
                        Unit.FRACTION.show(plan.rate()),
                        load.fanOut(),
                        plan.mode().configured(),
                        plan.instance().headroom() * 100);
    }

    private Table law() {
        String each = Unit.MILLISECONDS.show(Unit.millis(Costs.EXCHANGE_DEMAND));
        String latencies = plan.latencies().stream()
                .map(Unit::millis)
                .map(Unit.MILLISECONDS::show)
                .collect(Collectors.joining(", "));
        String c = Unit.FRACTION.show(load.exchangeThreads());
        Table table = new Table("what", "how much", "how it comes about");
        table.row("service time S", service, "the longest of " + latencies);
        table.row(
                "requests at a time N",
                users,
                "rate * S = %s/s * %s".formatted(Unit.FRACTION.show(plan.rate()), service));
        table.row(
                "exchanges in flight", Unit.count(load.exchanges()), "N * C = %s * %d".formatted(users, load.fanOut()));
        table.row(
                "threads of exchanges c", c, "C * %s / S = %d * %s / %s".formatted(each, load.fanOut(), each, service));
        table.row(
                "threads at work n",
                Unit.FRACTION.show(plan.threadsAtWork()),
                "N(D/S + c) = %s * (%s / %s + %s)".formatted(users, demand, service, c));
        table.row(
                "connections",
                Unit.count(load.connections()),
                "N + N * C = %s + %s".formatted(users, Unit.count(load.exchanges())));
        return table;
    }

    private Table demands() {
        Table table = new Table("what", "needed", "one instance offers", "instances");
        plan.demandsOnInstances()
                .forEach(each -> table.row(
                        each.what(),
                        each.unit().show(each.needed()),
                        each.unit().show(each.offered()),
                        Unit.FRACTION.show(each.instances())));
        return table;
    }

    private Stream<String> outcome() {
        Load share = plan.share();
        Instance instance = plan.instance();
        double heap = Costs.FIXED_HEAP_BYTES + share.heapBytes(plan.mode());
        return Stream.of(
                "Instances: %d. What takes the most: %s."
                        .formatted(plan.instances(), plan.limit().what()),
                "Each carries %s requests at a time, and for that needs at least:".formatted(Unit.count(share.users())),
                "    ulimit -n " + RoundUp.count((long) Math.ceil(instance.withHeadroom((double) share.files()))),
                "    " + RoundUp.maxHeap(instance.withHeadroom(heap) * Costs.MAX_HEAP),
                "    server.threads: " + PoolSize.enough(share, plan.mode()),
                "    max-connections of its partners, added up: " + RoundUp.count(share.exchanges()));
    }
}
