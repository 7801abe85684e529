package dev.medley.server.capacity;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The memory of the machine, or of the tightest control group (of version 1 or 2) that this process is in. */
final class MemoryLimit {

    private static final String MEM_TOTAL = "MemTotal:";
    private static final long KIB = 1024;
    private static final int PARTS = 3;

    private MemoryLimit() {}

    static OptionalLong read(SystemFiles files) {
        LongStream machine = files.lines("proc/meminfo").stream()
                .filter(line -> line.startsWith(MEM_TOTAL))
                .map(line -> line.substring(MEM_TOTAL.length()).replace("kB", ""))
                .flatMapToLong(text -> SystemFiles.parse(text).stream())
                .map(kib -> kib * KIB);
        LongStream groups = files.lines("proc/self/cgroup").stream().flatMapToLong(line -> group(files, line));
        return LongStream.concat(machine, groups).min();
    }

    /** A line is {@code number:controllers:path}; version 2 has no controllers in it. */
    private static LongStream group(SystemFiles files, String line) {
        String[] parts = line.split(":", PARTS);
        if (parts.length < PARTS) {
            return LongStream.empty();
        }
        if (parts[1].isEmpty()) {
            return limits(files, "sys/fs/cgroup", parts[2], "memory.max");
        }
        return parts[1].equals("memory")
                ? limits(files, "sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes")
                : LongStream.empty();
    }

    /**
     * The limits of the group and of all that it is in. Inside a container the path may be the one outside, and then the
     * container's own group is the root. A file that says {@code max} sets no limit.
     */
    private static LongStream limits(SystemFiles files, String root, String path, String file) {
        LongStream.Builder limits = LongStream.builder();
        @Nullable Path group = Path.of(path).normalize();
        while (group != null) {
            files.number(root + group.resolve(file)).ifPresent(limits::add);
            group = group.getParent();
        }
        return limits.build();
    }
}
