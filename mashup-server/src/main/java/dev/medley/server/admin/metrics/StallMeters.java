package dev.medley.server.admin.metrics;

import dev.medley.servlet.MashupRuntime;
import dev.medley.thread.Placement;
import dev.medley.thread.StallWatch;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lag of the loops, and the mashups that have stalled them. */
final class StallMeters {

    private StallMeters() {}

    static void register(MashupRuntime runtime, MeterRegistry registry) {
        runtime.placements().onAdded(placement -> ofMashup(placement, registry));
        @Nullable StallWatch watch = runtime.broker().pool().stallWatch();
        if (watch != null) {
            Timer lag = Timer.builder("medley.loops.lag")
                    .description(
                            "Time for which the loop that is busy longest has not selected, at the looks of the watch")
                    .register(registry);
            watch.onLook(nanos -> lag.record(nanos, TimeUnit.NANOSECONDS));
        }
    }

    private static void ofMashup(Placement placement, MeterRegistry registry) {
        FunctionCounter.builder("medley.mashup.stalls", placement, Placement::stalls)
                .description("Times that the code of the mashup held a loop too long")
                .tags("mashup", placement.mashup())
                .register(registry);
        Gauge.builder("medley.mashup.moved", placement, moved -> moved.isMoved() ? 1 : 0)
                .description("1 once the mashup has been moved to the pool after its stalls")
                .tags("mashup", placement.mashup())
                .register(registry);
    }
}
