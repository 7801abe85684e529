package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.client.LoadClient;
import dev.medley.loadtest.driver.client.LoadOutcome;
import dev.medley.loadtest.driver.result.Measurements;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A user of the closed loop, from the first request to the end of the time for requests. An answer of any kind is
 * followed by the think time. Where there was none because the target could not be reached, a user who did not wait would
 * try as fast as the machine can: that user pauses first, longer each time, up to a second.
 *
 * <p>At most one thread is at work for a user at a time.
 */
final class ClosedUser implements LoadAttempt.Ending {

    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final int MOST_DOUBLINGS = 7;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final LoadClient client;
    private final Measurements measurements;
    private final boolean holding;
    private final LongSupplier waitNanos;
    private final AtomicInteger due = new AtomicInteger();
    private volatile int failures;
    /** The time that it holds the connection, and then goes on; it must not be another one at the second look. */
    private volatile long held;

    /**
     * Creates a user.
     *
     * @param holding whether it holds its connection while it waits
     * @param waitNanos the time from now to its next request, in nanoseconds
     */
    ClosedUser(LoadClient client, Measurements measurements, boolean holding, LongSupplier waitNanos) {
        this.client = client;
        this.measurements = measurements;
        this.holding = holding;
        this.waitNanos = waitNanos;
    }

    /**
     * Sends the next request. An answer can come before the sending of its request has returned; what follows it is then
     * left to the thread that sends, so that answers do not pile up on its stack.
     */
    void proceed() {
        if (due.getAndIncrement() > 0) {
            return;
        }
        do {
            Measurements.InFlightRequest begun = measurements.beginNow();
            if (begun != null) {
                client.connections().send(new LoadAttempt(client, begun, this));
            }
        } while (due.decrementAndGet() > 0);
    }

    @Override
    public long heldNanos() {
        held = holding ? waitNanos.getAsLong() : 0;
        return held;
    }

    @Override
    public void ended(LoadOutcome outcome) {
        long pause = pauseNanos(outcome);
        if (pause == 0) {
            proceed();
        } else {
            client.later(this::proceed, pause);
        }
    }

    private long pauseNanos(LoadOutcome outcome) {
        if (outcome.reachedTarget()) {
            failures = 0;
            return outcome.complete() && holding ? held : waitNanos.getAsLong();
        }
        int doublings = Math.min(failures, MOST_DOUBLINGS);
        failures = doublings + 1;
        return TimeUnit.MILLISECONDS.toNanos(Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << doublings));
    }
}
