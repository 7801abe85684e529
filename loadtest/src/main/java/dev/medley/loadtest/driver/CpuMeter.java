package dev.medley.loadtest.driver;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Reads what this process and this machine spend; zero where the JVM does not say. */
class CpuMeter {

    private final @Nullable OperatingSystemMXBean system =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean known ? known : null;

    /** The CPU time of this process since its start, in nanoseconds, all threads together. */
    long processNanos() {
        return system == null ? 0 : Math.max(0, system.getProcessCpuTime());
    }

    /** The load of all processors of the machine since the previous call, in percent. */
    double machinePercent() {
        return system == null ? 0 : Math.max(0, system.getCpuLoad()) * 100;
    }
}
