package dev.medley.servlet.internal.schedule;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The runs of a schedule that have ended; a schedule that follows it after a reload goes on with them. Thread-safe. */
final class RunCounts {

    private final Map<RunOutcome, LongAdder> runs = new EnumMap<>(RunOutcome.class);
    private final LongAdder nanos = new LongAdder();

    RunCounts() {
        for (RunOutcome each : RunOutcome.values()) {
            runs.put(each, new LongAdder());
        }
    }

    void add(RunOutcome outcome, long durationNanos) {
        nanos.add(durationNanos);
        adder(outcome).increment();
    }

    long of(RunOutcome outcome) {
        return adder(outcome).sum();
    }

    private LongAdder adder(RunOutcome outcome) {
        LongAdder adder = runs.get(outcome);
        if (adder == null) {
            throw new IllegalArgumentException(outcome + " is not counted");
        }
        return adder;
    }

    long nanos() {
        return nanos.sum();
    }
}
