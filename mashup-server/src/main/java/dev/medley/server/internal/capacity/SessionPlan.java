package dev.medley.server.internal.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The instances that a number of sessions on topics needs.
 *
 * @param load of all instances together
 * @param instance that is multiplied
 * @param resources that are divided by what one instance has
 */
public record SessionPlan(Load load, CapacityPlan.Instance instance, List<CapacityPlan.Resource> resources) {

    private static final double NANOS = 1e9;
    private static final int BITS = 8;
    private static final double MEGA = 1e6;

    /**
     * Sessions, and what they get.
     *
     * @param sessions that there are
     * @param perConnection sessions that share a connection: 1 of WebSockets, more of event streams over HTTP/2
     * @param messageRate messages a second to each session
     * @param messageBytes data of a message
     */
    public record Load(long sessions, long perConnection, double messageRate, long messageBytes) {

        double messages() {
            return sessions * messageRate;
        }

        long connections() {
            return (sessions + perConnection - 1) / perConnection;
        }

        double busyCores() {
            return messages() * SessionCosts.DEMAND.toNanos() / NANOS;
        }

        double megabits() {
            return messages() * (messageBytes + SessionCosts.MESSAGE_OVERHEAD) * BITS / MEGA;
        }

        Load share(long instances) {
            return new Load((sessions + instances - 1) / instances, perConnection, messageRate, messageBytes);
        }
    }

    /**
     * Makes the plan.
     *
     * @throws IllegalArgumentException if an instance is too small to run at all
     */
    public static SessionPlan of(Load load, CapacityPlan.Instance instance) {
        List<CapacityPlan.Resource> all = new ArrayList<>();
        all.add(CapacityPlan.resource(
                "open files",
                load.connections(),
                instance.usable((double) instance.files()) - Costs.FILES,
                Unit.COUNT,
                "--files " + instance.files()));
        all.add(CapacityPlan.resource(
                "heap",
                load.sessions() * SessionCosts.HEAP_BYTES,
                instance.usable((double) instance.heapBytes()) - Costs.FIXED_HEAP_BYTES,
                Unit.BYTES,
                "--heap of " + Unit.BYTES.show((double) instance.heapBytes())));
        all.add(new CapacityPlan.Resource(
                "CPU cores", load.busyCores(), instance.usable(instance.cores()), Unit.FRACTION));
        return new SessionPlan(load, instance, List.copyOf(all));
    }

    /** Returns the number of instances. */
    public long instances() {
        return Math.max(1, (long) Math.ceil(scarcest().instances()));
    }

    CapacityPlan.Resource scarcest() {
        return resources.stream()
                .max(Comparator.comparingDouble(CapacityPlan.Resource::instances))
                .orElseThrow();
    }

    /** Returns the text for people: each number with its formula. */
    public String toText() {
        return Stream.of(
                        Stream.of(
                                "%s sessions, %s messages of %s bytes a second to each, %.0f %% headroom"
                                        .formatted(
                                                Unit.count(load.sessions()),
                                                Unit.FRACTION.show(load.messageRate()),
                                                Unit.count(load.messageBytes()),
                                                instance.headroom() * 100),
                                ""),
                        quantities().lines(),
                        Stream.of(""),
                        PlanReport.table(resources).lines(),
                        Stream.of(""),
                        settings())
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private Output.Table quantities() {
        String sessions = Unit.count(load.sessions());
        String messages = Unit.FRACTION.show(load.messages());
        Output.Table table = new Output.Table("quantity", "value", "formula");
        table.row(
                "connections",
                Unit.count(load.connections()),
                load.perConnection() == 1 ? "one a session" : sessions + " / " + load.perConnection());
        table.row(
                "messages a second",
                messages,
                "sessions * rate = %s * %s/s".formatted(sessions, Unit.FRACTION.show(load.messageRate())));
        table.row(
                "busy cores",
                Unit.FRACTION.show(load.busyCores()),
                "messages * %s".formatted(Unit.show(SessionCosts.DEMAND)));
        table.row(
                "heap",
                Unit.BYTES.show((double) load.sessions() * SessionCosts.HEAP_BYTES),
                "sessions * %s bytes, without the logs".formatted(Unit.count(SessionCosts.HEAP_BYTES)));
        table.row(
                "kernel memory",
                Unit.BYTES.show((double) load.connections() * SessionCosts.KERNEL_BYTES),
                "connections * %s bytes, more for a client that reads slowly"
                        .formatted(Unit.count(SessionCosts.KERNEL_BYTES)));
        table.row(
                "bandwidth",
                Unit.FRACTION.show(load.megabits()) + " Mbit/s",
                "messages * (%s + %s bytes)"
                        .formatted(Unit.count(load.messageBytes()), Unit.count(SessionCosts.MESSAGE_OVERHEAD)));
        return table;
    }

    private Stream<String> settings() {
        Load each = load.share(instances());
        double heap = Costs.FIXED_HEAP_BYTES + (double) each.sessions() * SessionCosts.HEAP_BYTES;
        double kernel = (double) each.connections() * SessionCosts.KERNEL_BYTES;
        return Stream.of(
                "Instances: %d, limited by %s."
                        .formatted(instances(), scarcest().name()),
                "Each carries %s sessions and needs at least:".formatted(Unit.count(each.sessions())),
                "    ulimit -n "
                        + Unit.roundUp(
                                (long) Math.ceil(instance.withHeadroom((double) each.connections() + Costs.FILES))),
                "    " + Unit.maxHeapOption(instance.withHeadroom(heap) * Costs.MAX_HEAP)
                        + "   (and the logs of its topics: the sum of topics.*.bytes)",
                "    " + Unit.BYTES.show(instance.withHeadroom(kernel)) + " of memory for the kernel",
                "    " + Unit.FRACTION.show(instance.withHeadroom(each.megabits())) + " Mbit/s");
    }

    /** Returns JSON. */
    public String toJson() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("sessions", load.sessions());
        document.put("connections", load.connections());
        document.put("messagesPerSecond", Output.number(load.messages()));
        document.put("messageBytes", load.messageBytes());
        document.put("cores", load.busyCores());
        document.put("heapBytes", load.sessions() * SessionCosts.HEAP_BYTES);
        document.put("kernelBytes", load.connections() * SessionCosts.KERNEL_BYTES);
        document.put("megabitsPerSecond", Output.number(load.megabits()));
        document.put("resources", resources.stream().map(PlanReport::json).toList());
        document.put("instances", instances());
        document.put("limitedBy", scarcest().name());
        document.put("sessionsEach", load.share(instances()).sessions());
        return Output.json(document);
    }
}
