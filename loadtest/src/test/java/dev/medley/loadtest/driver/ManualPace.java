package dev.medley.loadtest.driver;

import java.time.Duration;

/** Time that stands still until it is moved, or a thread waits. It overflows, as the machine's may. */
public final class ManualPace {

    private long now = Long.MAX_VALUE - Duration.ofMillis(50).toNanos();

    public long nanoTime() {
        return now;
    }

    public void pause(long nanos) {
        now += nanos;
    }

    public void advance(Duration duration) {
        now += duration.toNanos();
    }
}
