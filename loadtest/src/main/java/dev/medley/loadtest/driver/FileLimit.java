package dev.medley.loadtest.driver;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The limit of open files of this process. */
final class FileLimit {

    /** For what the JVM opens beside connections, such as class files and logs. */
    private static final long RESERVE = 300;

    /** Where the system does not say. */
    private static final int UNKNOWN = 10_000;

    private FileLimit() {}

    /** The number of connections that can be opened on top of what is open now; at least one. */
    static int connections() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return connections(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount());
        }
        return UNKNOWN;
    }

    static int connections(long most, long open) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, most - open - RESERVE));
    }
}
