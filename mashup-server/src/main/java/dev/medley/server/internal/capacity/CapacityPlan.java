package dev.medley.server.internal.capacity;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The instances that a rate of requests needs: the law n = N(D/S + c), solved for the machines.
 *
 * @param rate inbound requests per second
 * @param latencies of the partners
 * @param instance that is multiplied
 * @param mode that runs a mashup while it waits
 * @param workload of all instances together
 * @param resources that are divided by what one instance has
 */
public record CapacityPlan(
        double rate,
        List<Duration> latencies,
        Instance instance,
        ExecutionMode mode,
        Workload workload,
        List<Resource> resources) {

    /** D as measured: thread time of an inbound request, without its exchanges. */
    public static final Duration MEASURED_DEMAND = Costs.DEMAND;

    private static final double NANOS = 1e9;
    private static final double MAX_USERS = 1e9;

    /**
     * One instance of Medley.
     *
     * @param files that it may have open
     * @param cores of its machine
     * @param heapBytes to which its heap may grow
     * @param headroom the share of all that stays free, from 0 to 0.9
     */
    public record Instance(long files, double cores, long heapBytes, double headroom) {

        double usable(double amount) {
            return amount * (1 - headroom);
        }

        double withHeadroom(double amount) {
            return amount / (1 - headroom);
        }
    }

    /**
     * A resource of which each instance has a part.
     *
     * @param name of the resource
     * @param needed by all instances together, without the fixed part of each
     * @param perInstance usable amount, without headroom and fixed part
     * @param unit of both amounts
     */
    record Resource(String name, double needed, double perInstance, Unit unit) {

        /** Returns the number of instances that have enough, not rounded. */
        double instances() {
            return needed / perInstance;
        }
    }

    /**
     * Makes the plan.
     *
     * @param rate inbound requests per second
     * @param shape of each
     * @param latencies of the partners, of which the longest counts for each layer
     * @param demand thread time of an inbound request, without its exchanges
     * @throws IllegalArgumentException if an instance is too small to run at all, or the workload is out of range
     */
    public static CapacityPlan of(
            double rate,
            MashupShape shape,
            List<Duration> latencies,
            Duration demand,
            Instance instance,
            ExecutionMode mode) {
        Duration longest = latencies.stream().max(Comparator.naturalOrder()).orElseThrow();
        double users = rate * longest.toNanos() * shape.layers() / NANOS;
        if (users > MAX_USERS) {
            throw new IllegalArgumentException("--rate and --latency: %s concurrent requests; expected %s or fewer"
                    .formatted(Unit.COUNT.show(users), Unit.COUNT.show(MAX_USERS)));
        }
        Workload workload = Workload.of((long) Math.ceil(users), shape, longest, demand);
        return new CapacityPlan(
                rate, List.copyOf(latencies), instance, mode, workload, resources(workload, instance, mode));
    }

    /** n: in the blocking mode, where a waiting request holds its thread, D is S. */
    double threads() {
        return mode == ExecutionMode.BLOCKING
                ? workload.users() * (1 + workload.exchangeThreads())
                : workload.busyThreads();
    }

    long instances() {
        return Math.max(1, (long) Math.ceil(scarcest().instances()));
    }

    /** Returns the resource that needs the most instances. */
    Resource scarcest() {
        return resources.stream()
                .max(Comparator.comparingDouble(Resource::instances))
                .orElseThrow();
    }

    /** Returns the part of the workload that one instance carries. */
    Workload share() {
        return workload.withUsers((workload.users() + instances() - 1) / instances());
    }

    /** Returns the text for people: each number with its formula. */
    public String toText() {
        return new PlanReport(this).text();
    }

    /** Returns JSON, with the names of the law. */
    public String toJson() {
        return new PlanReport(this).json();
    }

    private static List<Resource> resources(Workload workload, Instance instance, ExecutionMode mode) {
        List<Resource> all = new ArrayList<>();
        double files = instance.usable((double) instance.files()) - Costs.FILES;
        all.add(resource("open files", workload.connections(), files, Unit.COUNT, "--files " + instance.files()));
        double heap = instance.usable((double) instance.heapBytes()) - Costs.FIXED_HEAP_BYTES;
        String heapOption = "--heap of " + Unit.BYTES.show((double) instance.heapBytes());
        all.add(resource("heap", workload.heapBytes(mode), heap, Unit.BYTES, heapOption));
        all.add(new Resource("CPU cores", workload.busyThreads(), instance.usable(instance.cores()), Unit.FRACTION));
        if (mode == ExecutionMode.BLOCKING) {
            double inbound = Workload.maxInbound(mode.defaultThreads());
            all.add(new Resource("threads", workload.users(), instance.usable(inbound), Unit.COUNT));
        }
        return List.copyOf(all);
    }

    static Resource resource(String name, long needed, double perInstance, Unit unit, String option) {
        if (perInstance <= 0) {
            throw new IllegalArgumentException(
                    "%s leaves nothing beyond the headroom and the fixed part; expected more".formatted(option));
        }
        return new Resource(name, needed, perInstance, unit);
    }
}
