package dev.medley.loadtest.driver.client;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** The CPU time and the open files of this process, as far as the JVM reports them. */
public class DriverProcess {

    /** For the files that the JVM opens beside connections, such as class files and logs. */
    private static final long RESERVE = 300;

    /** The connections where the limit is unknown. */
    private static final int UNKNOWN = 10_000;

    private final @Nullable OperatingSystemMXBean system =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean known ? known : null;

    /** The CPU time of this process since its start, in nanoseconds, all threads together; 0 if it is unknown. */
    public long processNanos() {
        return system == null ? 0 : Math.max(0, system.getProcessCpuTime());
    }

    /** The load of all processors of the machine since the previous call, in percent; 0 if it is unknown. */
    public double machinePercent() {
        return system == null ? 0 : Math.max(0, system.getCpuLoad()) * 100;
    }

    /** The number of connections that can be opened in addition to the files that are open now; at least one. */
    public int connections() {
        return system instanceof UnixOperatingSystemMXBean unix
                ? connections(unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount())
                : UNKNOWN;
    }

    public static int connections(long limit, long open) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, limit - open - RESERVE));
    }
}
