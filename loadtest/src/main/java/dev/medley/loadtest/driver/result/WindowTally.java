package dev.medley.loadtest.driver.result;

import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.plan.Timetable;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/**
 * The counts of the requests that were to start in one window. Latencies count successful requests only. Thread-safe,
 * but for the CPU time.
 */
public final class WindowTally {

    /** Different messages that are counted; what comes beyond is counted together. */
    private static final int MOST_MESSAGES = 20;

    private static final String OTHERS = "others";

    final Timetable.Window window;
    final LongAdder started = new LongAdder();
    final LongAdder succeeded = new LongAdder();
    final LongAdder bytes = new LongAdder();
    /** Those that ended well within the window, whenever they started. */
    final LongAdder succeededWithin = new LongAdder();

    final LongAccumulator mostInFlight = new LongAccumulator(Math::max, 0);
    /** From the start of the request. */
    final Histogram raw = Latency.newHistogram();
    /** From the intended start of the request; empty in the closed loop. */
    final Histogram fromIntended = Latency.newHistogram();

    /** The delays of starts against the schedule. */
    final Histogram startDelays = Latency.newHistogram();

    private final Map<ErrorKind, LongAdder> errors = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> messages = new ConcurrentHashMap<>();

    private long sampledNanos;
    private long processNanos;
    private double machinePercentNanos;

    WindowTally(Timetable.Window window) {
        this.window = window;
    }

    /** Adds the CPU time of the driver's process and of the machine in {@code length} nanoseconds. Called by one thread. */
    public void addCpu(long length, long processCpuNanos, double machinePercent) {
        sampledNanos += length;
        processNanos += processCpuNanos;
        machinePercentNanos += machinePercent * length;
    }

    /** CPU time of the driver's process, in percent of one processor; 0 if it was not sampled. */
    public double processPercent() {
        return sampledNanos == 0 ? 0 : 100.0 * processNanos / sampledNanos;
    }

    /** CPU time of the machine, in percent of all processors; 0 if it was not sampled. */
    public double machinePercent() {
        return sampledNanos == 0 ? 0 : machinePercentNanos / sampledNanos;
    }

    void failed(ErrorKind kind, String message) {
        errors.computeIfAbsent(kind, each -> new LongAdder()).increment();
        String counted = messages.containsKey(message) || messages.size() < MOST_MESSAGES ? message : OTHERS;
        messages.computeIfAbsent(counted, text -> new LongAdder()).increment();
    }

    /** The errors of each kind that occurred. */
    Map<ErrorKind, Long> errors() {
        Map<ErrorKind, Long> occurred = new EnumMap<>(ErrorKind.class);
        errors.forEach((kind, adder) -> occurred.put(kind, adder.sum()));
        return occurred;
    }

    /** The errors by what they say. */
    Map<String, Long> messages() {
        Map<String, Long> counted = new TreeMap<>();
        messages.forEach((message, adder) -> counted.put(message, adder.sum()));
        return counted;
    }
}
