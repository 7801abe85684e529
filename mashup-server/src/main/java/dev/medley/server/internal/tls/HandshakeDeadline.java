package dev.medley.server.internal.tls;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.jspecify.annotations.Nullable;

/**
 * The time for the handshake of one connection. A time-out for idle connections is no bound for a client that sends a byte
 * now and then.
 */
final class HandshakeDeadline implements SslHandshakeListener, Connection.Listener {

    private final Clock clock;
    private final Duration time;
    private final EndPoint endPoint;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Clock.@Nullable ScheduledTask> task = new AtomicReference<>();

    HandshakeDeadline(Clock clock, Duration time, EndPoint endPoint) {
        this.clock = clock;
        this.time = time;
        this.endPoint = endPoint;
    }

    @Override
    public void onOpened(Connection connection) {
        task.set(clock.schedule(time.toNanos(), this::expire));
        if (over.get()) {
            cancel();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        end();
    }

    @Override
    public void handshakeSucceeded(Event event) {
        end();
    }

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        end();
    }

    private void expire() {
        if (over.compareAndSet(false, true)) {
            endPoint.close(new TimeoutException("no TLS handshake within " + time.toMillis() + " ms"));
        }
    }

    private void end() {
        if (over.compareAndSet(false, true)) {
            cancel();
        }
    }

    private void cancel() {
        Clock.ScheduledTask scheduled = task.getAndSet(null);
        if (scheduled != null) {
            scheduled.cancel();
        }
    }
}
