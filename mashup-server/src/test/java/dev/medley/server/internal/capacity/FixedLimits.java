package dev.medley.server.internal.capacity;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/** The limits of a machine, as a test sets them. */
record FixedLimits(Map<SystemLimit, Long> limits) implements Function<SystemLimit, OptionalLong> {

    private static final long GIB = 1L << 30;

    /** A large machine. */
    static FixedLimits plenty() {
        Map<SystemLimit, Long> limits = new EnumMap<>(SystemLimit.class);
        limits.put(SystemLimit.OPEN_FILES, 65_536L);
        limits.put(SystemLimit.OPEN_FILES_HARD, 65_536L);
        limits.put(SystemLimit.LOCAL_PORTS, 28_232L);
        limits.put(SystemLimit.TIME_WAIT_REUSE, 2L);
        limits.put(SystemLimit.LISTEN_BACKLOG, 4_096L);
        limits.put(SystemLimit.MEMORY, 8 * GIB);
        limits.put(SystemLimit.MAX_HEAP, GIB);
        limits.put(SystemLimit.THREAD_STACK, 1L << 20);
        limits.put(SystemLimit.PROCESSORS, 4L);
        limits.put(SystemLimit.JAVA_VERSION, 21L);
        return new FixedLimits(limits);
    }

    /** A machine whose limits are unknown. */
    static FixedLimits none() {
        return new FixedLimits(Map.of());
    }

    FixedLimits with(SystemLimit limit, long value) {
        Map<SystemLimit, Long> changed = new EnumMap<>(limits);
        changed.put(limit, value);
        return new FixedLimits(changed);
    }

    @Override
    public OptionalLong apply(SystemLimit limit) {
        Long value = limits.get(limit);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
