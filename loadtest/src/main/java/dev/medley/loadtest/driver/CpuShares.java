package dev.medley.loadtest.driver;

/** The CPU time of the driver's process and of the machine in each window. Used by one thread. */
final class CpuShares {

    private final long[] nanos;
    private final long[] processNanos;
    private final double[] machinePercentNanos;

    CpuShares(int windows) {
        nanos = new long[windows];
        processNanos = new long[windows];
        machinePercentNanos = new double[windows];
    }

    /** Adds a stretch of {@code length} nanoseconds. */
    void add(Window window, long length, long processCpuNanos, double machinePercent) {
        nanos[window.index()] += length;
        processNanos[window.index()] += processCpuNanos;
        machinePercentNanos[window.index()] += machinePercent * length;
    }

    /** Of the process, in percent of one processor; 0 for a window that was too short to tell. */
    double processPercent(Window window) {
        long length = nanos[window.index()];
        return length == 0 ? 0 : 100.0 * processNanos[window.index()] / length;
    }

    /** Of all processors of the machine, in percent; 0 for a window that was too short to tell. */
    double machinePercent(Window window) {
        long length = nanos[window.index()];
        return length == 0 ? 0 : machinePercentNanos[window.index()] / length;
    }
}
