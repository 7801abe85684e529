package dev.medley.loadtest.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;

/** Puts down what each second brought. Used by one thread. */
final class DriverSampler {

    private static final double NANOS = 1e9;
    private static final double MICROS = 1000;

    private final Timetable timetable;
    private final Measurements measurements;
    private final IntSupplier connections;
    private final CpuMeter meter;
    private final List<Second> seconds = new ArrayList<>();
    private final CpuShares shares;
    private long before;
    private long started;
    private long succeeded;
    private long failed;
    private long cpu;

    DriverSampler(Timetable timetable, Measurements measurements, IntSupplier connections, CpuMeter meter) {
        this.timetable = timetable;
        this.measurements = measurements;
        this.connections = connections;
        this.meter = meter;
        shares = new CpuShares(timetable.windows().size());
        cpu = meter.processNanos();
    }

    /** The seconds so far. */
    List<Second> seconds() {
        return List.copyOf(seconds);
    }

    /** The CPU time of the driver in each window. */
    CpuShares shares() {
        return shares;
    }

    /** Ends the last second, unless nothing has come since the one before. */
    void finish(long now) {
        boolean nothing = measurements.started.sum() == started
                && measurements.succeeded.sum() == succeeded
                && measurements.failed.sum() == failed;
        if (!nothing) {
            sample(now);
        }
    }

    /**
     * Ends a second.
     *
     * @param now nanoseconds since the beginning of the run
     */
    Second sample(long now) {
        double length = (now - before) / NANOS;
        long startedNow = measurements.started.sum();
        long succeededNow = measurements.succeeded.sum();
        long failedNow = measurements.failed.sum();
        long cpuNow = meter.processNanos();
        double machine = meter.machinePercent();
        int inFlight = measurements.inFlight();
        Histogram latencies = measurements.latencies.getIntervalHistogram();
        Second second = new Second(
                now / NANOS,
                inFlight,
                measurements.peak.restart(inFlight),
                connections.getAsInt(),
                startedNow - started,
                succeededNow - succeeded,
                failedNow - failed,
                (succeededNow - succeeded) / length,
                latencies.getValueAtPercentile(50) / MICROS,
                latencies.getValueAtPercentile(99) / MICROS,
                (cpuNow - cpu) / NANOS / length * 100,
                machine);
        seconds.add(second);
        Window window = timetable.at(before + (now - before) / 2);
        if (window != null) {
            shares.add(window, now - before, cpuNow - cpu, machine);
        }
        before = now;
        started = startedNow;
        succeeded = succeededNow;
        failed = failedNow;
        cpu = cpuNow;
        return second;
    }
}
