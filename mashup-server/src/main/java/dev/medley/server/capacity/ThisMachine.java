package dev.medley.server.capacity;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the facts from the JVM and from Linux's files. */
record ThisMachine(SystemFiles files) implements MachineFacts {

    private static final int SOFT = 0;
    private static final int HARD = 1;
    private static final long KIB = 1024;

    @Override
    public OptionalLong read(Fact fact) {
        return switch (fact) {
            case OPEN_FILES -> OpenFilesLimit.read(files, SOFT);
            case OPEN_FILES_AT_MOST -> OpenFilesLimit.read(files, HARD);
            case LOCAL_PORTS -> LocalPorts.count(files);
            case TIME_WAIT_REUSE -> files.number("proc/sys/net/ipv4/tcp_tw_reuse");
            case LISTEN_BACKLOG -> files.number("proc/sys/net/core/somaxconn");
            case MEMORY -> MemoryLimit.read(files);
            case MAX_HEAP -> OptionalLong.of(Runtime.getRuntime().maxMemory());
            case THREAD_STACK -> threadStack();
            case PROCESSORS -> OptionalLong.of(Runtime.getRuntime().availableProcessors());
            case JAVA_VERSION -> OptionalLong.of(Runtime.version().feature());
        };
    }

    private static OptionalLong threadStack() {
        @Nullable HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (hotSpot == null) {
            return OptionalLong.empty();
        }
        OptionalLong kib =
                SystemFiles.parse(hotSpot.getVMOption("ThreadStackSize").getValue());
        // 0 stands for a default that the JVM does not tell.
        return kib.orElse(0) == 0 ? OptionalLong.empty() : OptionalLong.of(kib.getAsLong() * KIB);
    }
}
