package dev.medley.server.internal.capacity;

import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.partner.internal.Connecting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of the system and the process: files, ports, backlog, heap, memory, cores, threads, Java. */
final class MachineChecks {

    private static final long MAX_PORTS = 65_535 - 1_024 + 1;
    private static final int MIN_BACKLOG = 4_096;
    private static final long REUSED_EVERYWHERE = 1;
    private static final int OLDEST_JAVA = 17;
    private static final int VIRTUAL_THREADS_SINCE = 21;
    private static final String JVM_OPTION = "   (in config/jvm.options, or in JAVA_OPTS)";
    private static final double MIB = 1 << 20;

    private final CapacityInput input;
    private final Workload workload;
    private final ExecutionMode mode;

    private MachineChecks(CapacityInput input) {
        this.input = input;
        workload = input.workload();
        mode = input.server().execution();
    }

    static List<Finding> of(CapacityInput input) {
        MachineChecks checks = new MachineChecks(input);
        return List.of(
                checks.openFiles(),
                checks.ports(),
                checks.backlog(),
                checks.heap(),
                checks.memory(),
                checks.cores(),
                checks.threads(),
                checks.java());
    }

    private Finding openFiles() {
        long needed = workload.files();
        long limit = Unit.roundUp(needed);
        OptionalDouble hard = input.limit(SystemLimit.OPEN_FILES_HARD);
        String root = hard.orElse(Double.MAX_VALUE) < limit
                ? "; needs root: the hard limit is " + Unit.COUNT.show(hard.getAsDouble())
                : "";
        return new Finding(
                "open files",
                input.limit(SystemLimit.OPEN_FILES),
                needed,
                Unit.COUNT,
                List.of(
                        "ulimit -n " + limit + "   (in the shell that starts Medley" + root + ")",
                        "LimitNOFILE=" + limit + "   (in the systemd unit)",
                        "medley - nofile " + limit + "   (in /etc/security/limits.d/medley.conf, for login sessions)"));
    }

    /** Each address and port of a partner has the whole range for itself. */
    private Finding ports() {
        long needed = input.configuration().partners().stream()
                .collect(Collectors.groupingBy(Connecting::address, Collectors.summingLong(input::connectionsTo)))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseGet(workload::exchanges);
        List<String> fixes = new ArrayList<>();
        if (needed > MAX_PORTS) {
            fixes.add(
                    "no port range is large enough: use more addresses of the partner, or instances on more machines");
        } else {
            fixes.add("sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\"");
            fixes.add("sysctl -w net.ipv4.ip_local_reserved_ports=%s   (keeps Medley's own ports out of the range)"
                    .formatted(ownPorts()));
        }
        if (input.limit(SystemLimit.TIME_WAIT_REUSE).orElse(0) != REUSED_EVERYWHERE) {
            fixes.add("sysctl -w net.ipv4.tcp_tw_reuse=1   (a port is in TIME_WAIT for 60 s after its connection)");
        }
        return new Finding("ports to one address", input.limit(SystemLimit.LOCAL_PORTS), needed, Unit.COUNT, fixes);
    }

    private String ownPorts() {
        ServerSettings server = input.server();
        return Stream.of(
                        server.port(),
                        server.admin().port(),
                        server.admin().operatorPort(),
                        server.https().plainPort())
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    /** The backlog holds the clients of one second, such as that of a long garbage collection. */
    private Finding backlog() {
        long needed = Math.min(workload.users(), (long) Math.ceil(workload.rate()));
        int configured = input.server().acceptBacklog();
        OptionalDouble system = input.limit(SystemLimit.LISTEN_BACKLOG);
        long enough = Math.max(MIN_BACKLOG, Unit.roundUp(needed));
        List<String> fixes = new ArrayList<>();
        if (system.orElse(0) < needed) {
            fixes.add("sysctl -w net.core.somaxconn=" + enough);
        }
        if (configured < needed) {
            fixes.add("server.accept-backlog: " + enough);
        }
        OptionalDouble available =
                system.isPresent() ? OptionalDouble.of(Math.min(system.getAsDouble(), configured)) : system;
        return new Finding("listen backlog", available, needed, Unit.COUNT, fixes);
    }

    private Finding heap() {
        double needed = input.heapNeeded();
        return new Finding(
                "max heap",
                input.limit(SystemLimit.MAX_HEAP),
                needed,
                Unit.BYTES,
                List.of(Unit.maxHeapOption(needed * Costs.MAX_HEAP) + JVM_OPTION));
    }

    /** The heap may grow to its bound, even if less is needed; without memory for that, the system kills the process. */
    private Finding memory() {
        double outside = input.memoryOutsideHeap();
        double needed = Math.max(input.limit(SystemLimit.MAX_HEAP).orElse(0), input.heapNeeded()) + outside;
        double left = input.limit(SystemLimit.MEMORY).orElse(0) - outside;
        List<String> fixes = new ArrayList<>();
        if (left >= input.heapNeeded()) {
            fixes.add("-Xmx%.0fm%s".formatted(Math.floor(left / MIB), JVM_OPTION));
        } else {
            fixes.add("a machine or a container (MemoryMax= with systemd) of %s".formatted(Unit.BYTES.show(needed)));
        }
        if (mode == ExecutionMode.BLOCKING) {
            fixes.add("-Xss256k" + JVM_OPTION);
        }
        return new Finding("memory", input.limit(SystemLimit.MEMORY), needed, Unit.BYTES, fixes);
    }

    private Finding cores() {
        return new Finding(
                "cores",
                input.limit(SystemLimit.PROCESSORS),
                workload.busyThreads() / Costs.USABLE,
                Unit.FRACTION,
                List.of("more cores, or more instances (medley plan computes how many)"));
    }

    private Finding threads() {
        long needed = workload.minThreads(mode);
        List<String> fixes = new ArrayList<>();
        fixes.add("server.threads: " + Unit.roundUp(needed));
        if (mode == ExecutionMode.BLOCKING) {
            fixes.add("server.execution: async   (suspended requests hold no thread)");
        }
        return new Finding(
                "threads of the pool", OptionalDouble.of(input.server().threads()), needed, Unit.COUNT, fixes);
    }

    private Finding java() {
        return new Finding(
                "Java",
                input.limit(SystemLimit.JAVA_VERSION),
                mode == ExecutionMode.VIRTUAL ? VIRTUAL_THREADS_SINCE : OLDEST_JAVA,
                Unit.VERSION,
                List.of("JAVA_HOME of a JDK 21 or later", "server.execution: async"));
    }
}
