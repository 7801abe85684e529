package dev.medley.server.capacity;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What it takes to answer so many requests a second: the law n = N(D/S + c), turned round. Immutable. */
public final class Plan {

    /** D as it was measured: thread time of an inbound request, without its exchanges. */
    public static final Duration MEASURED_DEMAND = Costs.DEMAND;

    private static final double NANOS = 1e9;
    private static final double MOST_USERS = 1e9;

    private final double rate;
    private final List<Duration> latencies;
    private final Instance instance;
    private final ExecutionMode mode;
    private final Load load;
    private final List<Demand> demands;

    /**
     * Makes the plan.
     *
     * @param rate inbound requests a second
     * @param fanOut exchanges of each
     * @param latencies of the partners, of which the longest counts
     * @param demand thread time of an inbound request, without its exchanges
     * @param instance what one instance has
     * @param mode what runs a request while it waits
     * @throws IllegalArgumentException if an instance has too little to run at all, or the load is beyond all measure
     */
    public Plan(
            double rate, int fanOut, List<Duration> latencies, Duration demand, Instance instance, ExecutionMode mode) {
        this.rate = rate;
        this.latencies = List.copyOf(latencies);
        this.instance = instance;
        this.mode = mode;
        Duration longest = latencies.stream().max(Comparator.naturalOrder()).orElseThrow();
        double users = rate * longest.toNanos() / NANOS;
        if (users > MOST_USERS) {
            throw new IllegalArgumentException("--rate and --latency make %s requests at a time; expected %s or fewer"
                    .formatted(Unit.COUNT.show(users), Unit.COUNT.show(MOST_USERS)));
        }
        load = new Load((long) Math.ceil(users), fanOut, longest, demand);
        demands = demands();
    }

    double rate() {
        return rate;
    }

    List<Duration> latencies() {
        return latencies;
    }

    Instance instance() {
        return instance;
    }

    ExecutionMode mode() {
        return mode;
    }

    Load load() {
        return load;
    }

    List<Demand> demandsOnInstances() {
        return demands;
    }

    /** n: in the blocking mode, where the thread is held, D is S. */
    double threadsAtWork() {
        return mode == ExecutionMode.BLOCKING ? load.users() * (1 + load.exchangeThreads()) : load.busyThreads();
    }

    long instances() {
        return Math.max(1, (long) Math.ceil(limit().instances()));
    }

    /** What takes the most instances. */
    Demand limit() {
        return demands.stream()
                .max(Comparator.comparingDouble(Demand::instances))
                .orElseThrow();
    }

    /** The part of the load that one instance carries. */
    Load share() {
        return load.with((load.users() + instances() - 1) / instances());
    }

    /** For people: the arithmetic, and what it comes to. */
    public String toText() {
        return new PlanText(this).toString();
    }

    /** For programs. */
    public String toJson() {
        return PlanDocument.json(this);
    }

    private List<Demand> demands() {
        List<Demand> all = new ArrayList<>();
        all.add(demand(
                "open files",
                load.connections(),
                instance.usable((double) instance.files()) - Costs.FILES,
                Unit.COUNT,
                "--files " + instance.files()));
        all.add(demand(
                "heap",
                load.heapBytes(mode),
                instance.usable((double) instance.heapBytes()) - Costs.FIXED_HEAP_BYTES,
                Unit.BYTES,
                "--heap of " + Unit.BYTES.show((double) instance.heapBytes())));
        all.add(new Demand("CPU cores", load.busyThreads(), instance.usable(instance.cores()), Unit.FRACTION));
        if (mode == ExecutionMode.BLOCKING) {
            double inbound = PoolSize.inbound(mode.defaultThreads());
            all.add(new Demand("threads", load.users(), instance.usable(inbound), Unit.COUNT));
        }
        return List.copyOf(all);
    }

    private static Demand demand(String what, long needed, double offered, Unit unit, String option) {
        if (offered <= 0) {
            throw new IllegalArgumentException(
                    "%s leaves nothing beside the headroom and the process itself; expected more".formatted(option));
        }
        return new Demand(what, needed, offered, unit);
    }
}
