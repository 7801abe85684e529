package dev.medley.stubs;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what happens within milliseconds, and long enough on a machine that is busy with something else. */
public final class Soon {

    public static final Duration AT_THE_LATEST = Duration.ofSeconds(30);

    private Soon() {}

    public static ConditionFactory soon() {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(3))
                .atMost(AT_THE_LATEST);
    }
}
