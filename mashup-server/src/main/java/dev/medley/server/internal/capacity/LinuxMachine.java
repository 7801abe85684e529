package dev.medley.server.internal.capacity;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The machine that this JVM runs on. Reads its limits from the JVM and from Linux's files; on another system, or where a
 * file cannot be read, a limit is unknown.
 */
public final class LinuxMachine {

    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\S+)\\s+(\\S+)\\s.*");
    private static final Pattern PORT_RANGE = Pattern.compile("([0-9]{1,5})\\s+([0-9]{1,5})");
    private static final Pattern RESERVED_PORTS = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");
    private static final String MEM_TOTAL = "MemTotal:";
    private static final int SOFT = 1;
    private static final int HARD = 2;
    private static final int CGROUP_FIELDS = 3;
    private static final long KIB = 1024;

    private final Path root;

    /** The machine of this JVM. */
    public LinuxMachine() {
        this(Path.of("/"));
    }

    /** A machine whose files are below {@code root}. */
    LinuxMachine(Path root) {
        this.root = root;
    }

    /** Returns the value of {@code limit}; empty if it is unknown. */
    public OptionalLong read(SystemLimit limit) {
        return switch (limit) {
            case OPEN_FILES -> openFiles(SOFT);
            case OPEN_FILES_HARD -> openFiles(HARD);
            case LOCAL_PORTS -> localPorts();
            case TIME_WAIT_REUSE -> number("proc/sys/net/ipv4/tcp_tw_reuse");
            case LISTEN_BACKLOG -> number("proc/sys/net/core/somaxconn");
            case MEMORY -> memory();
            case MAX_HEAP -> OptionalLong.of(Runtime.getRuntime().maxMemory());
            case THREAD_STACK -> threadStack();
            case PROCESSORS -> OptionalLong.of(Runtime.getRuntime().availableProcessors());
            case JAVA_VERSION -> OptionalLong.of(Runtime.version().feature());
        };
    }

    private OptionalLong openFiles(int column) {
        for (String line : lines("proc/self/limits")) {
            Matcher matcher = OPEN_FILES.matcher(line);
            if (matcher.matches()) {
                String limit = matcher.group(column);
                return limit.equals("unlimited") ? OptionalLong.of(Long.MAX_VALUE) : parse(limit);
            }
        }
        return OptionalLong.empty();
    }

    /** The ports of the range that are not reserved. */
    private OptionalLong localPorts() {
        List<String> range = lines("proc/sys/net/ipv4/ip_local_port_range");
        Matcher matcher = PORT_RANGE.matcher(range.isEmpty() ? "" : range.get(0).strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = Integer.parseInt(matcher.group(2));
        long reserved = 0;
        for (String line : lines("proc/sys/net/ipv4/ip_local_reserved_ports")) {
            Matcher ports = RESERVED_PORTS.matcher(line);
            while (ports.find()) {
                String end = ports.group(2) == null ? ports.group(1) : ports.group(2);
                int from = Math.max(first, Integer.parseInt(ports.group(1)));
                reserved += Math.max(0, Math.min(last, Integer.parseInt(end)) - from + 1);
            }
        }
        return OptionalLong.of(last - first + 1 - reserved);
    }

    /** The memory of the machine, or of the tightest control group (of version 1 or 2) of this process. */
    private OptionalLong memory() {
        LongStream machine = lines("proc/meminfo").stream()
                .filter(line -> line.startsWith(MEM_TOTAL))
                .map(line -> line.substring(MEM_TOTAL.length()).replace("kB", ""))
                .flatMapToLong(text -> parse(text).stream())
                .map(kib -> kib * KIB);
        LongStream groups = lines("proc/self/cgroup").stream().flatMapToLong(this::groupLimits);
        return LongStream.concat(machine, groups).min();
    }

    /** A line is {@code number:controllers:path}; version 2 leaves the controllers empty. */
    private LongStream groupLimits(String line) {
        String[] fields = line.split(":", CGROUP_FIELDS);
        if (fields.length == CGROUP_FIELDS && fields[1].isEmpty()) {
            return groupLimits("sys/fs/cgroup", fields[2], "memory.max");
        }
        return fields.length == CGROUP_FIELDS && fields[1].equals("memory")
                ? groupLimits("sys/fs/cgroup/memory", fields[2], "memory.limit_in_bytes")
                : LongStream.empty();
    }

    /**
     * The limits of a group and of its parents. Inside a container the path may be the one outside, and then the
     * container's own group is the root. A file with {@code max} sets no limit.
     */
    private LongStream groupLimits(String mount, String path, String file) {
        LongStream.Builder limits = LongStream.builder();
        @Nullable Path group = Path.of(path).normalize();
        while (group != null) {
            number(mount + group.resolve(file)).ifPresent(limits::add);
            group = group.getParent();
        }
        return limits.build();
    }

    private static OptionalLong threadStack() {
        @Nullable HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (hotSpot == null) {
            return OptionalLong.empty();
        }
        OptionalLong kib = parse(hotSpot.getVMOption("ThreadStackSize").getValue());
        // 0 stands for a default that the JVM does not report.
        return kib.orElse(0) == 0 ? OptionalLong.empty() : OptionalLong.of(kib.getAsLong() * KIB);
    }

    private List<String> lines(String path) {
        try {
            return Files.readAllLines(root.resolve(path));
        } catch (IOException x) {
            // Other systems have no such file: the limit is unknown.
            return List.of();
        }
    }

    private OptionalLong number(String path) {
        return lines(path).stream().findFirst().map(LinuxMachine::parse).orElseGet(OptionalLong::empty);
    }

    private static OptionalLong parse(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException x) {
            return OptionalLong.empty();
        }
    }
}
