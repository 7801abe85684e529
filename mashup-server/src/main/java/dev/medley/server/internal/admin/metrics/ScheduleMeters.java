package dev.medley.server.internal.admin.metrics;

import dev.medley.servlet.internal.schedule.RunOutcome;
import dev.medley.servlet.internal.schedule.Schedule;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The runs and the snapshot of a mashup that runs by a schedule. */
final class ScheduleMeters {

    private ScheduleMeters() {}

    static List<Meter> register(Schedule schedule, MeterRegistry registry) {
        List<Meter> meters = new ArrayList<>();
        for (RunOutcome each : RunOutcome.values()) {
            meters.add(FunctionCounter.builder("medley.schedule.runs", schedule, counted -> counted.runs(each))
                    .description("Runs of the mashup by its schedule that have ended")
                    .tags("mashup", schedule.mashup(), "outcome", each.label())
                    .register(registry));
        }
        meters.add(FunctionTimer.builder(
                        "medley.schedule.run",
                        schedule,
                        ScheduleMeters::runs,
                        counted -> counted.runNanos(),
                        TimeUnit.NANOSECONDS)
                .description("Duration of the runs of the mashup by its schedule")
                .tags("mashup", schedule.mashup())
                .register(registry));
        meters.add(Gauge.builder("medley.schedule.age", schedule, Schedule::ageSeconds)
                .description("Age of the snapshot of the mashup; NaN before the first")
                .baseUnit("seconds")
                .tags("mashup", schedule.mashup())
                .register(registry));
        return meters;
    }

    private static long runs(Schedule schedule) {
        long sum = 0;
        for (RunOutcome each : RunOutcome.values()) {
            sum += schedule.runs(each);
        }
        return sum;
    }
}
