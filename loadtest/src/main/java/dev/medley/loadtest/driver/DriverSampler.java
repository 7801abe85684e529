package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.client.DriverProcess;
import dev.medley.loadtest.driver.result.Measurements;
import dev.medley.loadtest.driver.result.Second;
import dev.medley.loadtest.driver.result.WindowTally;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;

/** Records the figures of each second. Used by one thread. */
final class DriverSampler {

    private static final double NANOS = 1e9;
    private static final double MICROS = 1000;

    private final Measurements measurements;
    private final IntSupplier connections;
    private final DriverProcess meter;
    private final List<Second> seconds = new ArrayList<>();
    private long before;
    private long started;
    private long succeeded;
    private long failed;
    private long cpu;

    DriverSampler(Measurements measurements, IntSupplier connections, DriverProcess meter) {
        this.measurements = measurements;
        this.connections = connections;
        this.meter = meter;
        cpu = meter.processNanos();
    }

    /** The seconds so far. */
    List<Second> seconds() {
        return List.copyOf(seconds);
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
        int most = (int) Math.max(inFlight, measurements.mostInFlight.getThenReset());
        measurements.mostInFlight.accumulate(inFlight);
        Second second = new Second(
                now / NANOS,
                inFlight,
                most,
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
        WindowTally tally = measurements.tallyAt(before + (now - before) / 2);
        if (tally != null) {
            tally.addCpu(now - before, cpuNow - cpu, machine);
        }
        before = now;
        started = startedNow;
        succeeded = succeededNow;
        failed = failedNow;
        cpu = cpuNow;
        return second;
    }
}
