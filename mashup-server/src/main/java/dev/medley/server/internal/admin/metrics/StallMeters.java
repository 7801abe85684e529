package dev.medley.server.internal.admin.metrics;

import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.thread.internal.BlockedThreadChecker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lag of the loops. */
final class StallMeters {

    private StallMeters() {}

    static void register(MashupRuntime runtime, MeterRegistry registry) {
        @Nullable BlockedThreadChecker watch = runtime.broker().pool().stallWatch();
        if (watch != null) {
            Timer lag = Timer.builder("medley.loops.lag")
                    .description("Time since the last select of the loop that is busy longest, as sampled by the watch")
                    .register(registry);
            watch.onLook(nanos -> lag.record(nanos, TimeUnit.NANOSECONDS));
        }
    }
}
