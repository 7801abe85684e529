package dev.medley.connection.internal.http2;

import dev.medley.thread.internal.Clock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Sends a PING where the partner is silent, and closes the connection if not a byte comes until the next one is due: the
 * partner, or the way to it, is gone without a word (RFC 9113, section 6.7).
 */
final class Liveness {

    private final Http2Connection connection;
    private final Clock clock;
    private final long intervalNanos;
    private volatile long heardNanos;
    private volatile boolean pinged;
    private volatile boolean stopped;
    private volatile Clock.@Nullable ScheduledTask scheduled;

    /** Creates the check; an interval of zero is none. */
    Liveness(Http2Connection connection, Clock clock, long intervalNanos) {
        this.connection = connection;
        this.clock = clock;
        this.intervalNanos = intervalNanos;
        heardNanos = clock.nanoTime();
    }

    void start() {
        if (intervalNanos > 0) {
            schedule(intervalNanos);
        }
    }

    void stop() {
        stopped = true;
        Clock.ScheduledTask task = scheduled;
        if (task != null) {
            task.cancel();
        }
    }

    void onBytes() {
        heardNanos = clock.nanoTime();
        pinged = false;
    }

    private void schedule(long nanos) {
        Clock.ScheduledTask task = clock.schedule(nanos, this::check);
        scheduled = task;
        if (stopped) {
            task.cancel();
        }
    }

    private void check() {
        if (stopped) {
            return;
        }
        long left = heardNanos + intervalNanos - clock.nanoTime();
        if (left > 0) {
            schedule(left);
        } else if (pinged) {
            connection.abort(new IOException("the partner did not answer a PING within %d ms"
                    .formatted(TimeUnit.NANOSECONDS.toMillis(intervalNanos))));
        } else {
            pinged = true;
            connection.session().ping(new PingFrame(false), Callback.NOOP);
            schedule(intervalNanos);
        }
    }
}
