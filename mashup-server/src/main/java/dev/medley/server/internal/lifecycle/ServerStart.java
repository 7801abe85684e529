package dev.medley.server.internal.lifecycle;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a server is started with.
 *
 * @param configuration to begin with
 * @param source of the mashups
 * @param file that reloads read; null if there are none
 * @param drainClock of the delay before the drain; null for the broker's
 * @param watchPeriod the time between two looks at the connections of clients
 * @param onDemand whether mashups with a schedule run when they are read, and at no other time
 * @param telemetry what sends its spans and has the form of its logs; the server closes it
 */
record ServerStart(
        Configuration configuration,
        MashupSource source,
        @Nullable ConfigurationFile file,
        @Nullable Clock drainClock,
        Duration watchPeriod,
        boolean onDemand,
        Telemetry telemetry) {}
