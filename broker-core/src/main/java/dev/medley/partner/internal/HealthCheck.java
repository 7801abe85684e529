package dev.medley.partner.internal;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.pool.ConnectionPool;
import dev.medley.connection.internal.pool.LeaseListener;
import dev.medley.thread.internal.Clock;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One health check: a request on a lease of the endpoint's pool, whose body is dropped.
 *
 * <p>It ends once: one compare-and-set on {@link #whenDone} decides between the response, a failure and the time-out.
 */
final class HealthCheck implements LeaseListener, TransferListener {

    private static final int FIRST_SUCCESS = 200;
    private static final int FIRST_REDIRECT = 300;

    private final ConnectionPool connections;
    private final DefaultOutboundRequest request;
    private final Duration timeout;
    private final Clock clock;
    private final AtomicReference<@Nullable Consumer<@Nullable String>> whenDone;
    private final AtomicReference<Step> step = new AtomicReference<>(Step.WAITING);
    private volatile Clock.@Nullable ScheduledTask deadline;
    private volatile @Nullable Transfer transfer;
    private volatile int status;

    /** How far it is. Each change is one compare-and-set, by which a lease and the time-out find each other. */
    private enum Step {
        /** Waits for a lease. */
        WAITING,
        /** The request is handed over. */
        SENDING,
        /** The request has been handed over, and can be aborted. */
        SENT,
        /** The time was over before. */
        EXPIRED
    }

    /**
     * Creates a probe.
     *
     * @param whenDone takes the end, once, by a thread of the pool: empty for healthy, else the failure in words; null if the
     *     check says nothing, because all connections were in use
     */
    HealthCheck(
            ConnectionPool connections,
            DefaultOutboundRequest request,
            Duration timeout,
            Clock clock,
            Consumer<@Nullable String> whenDone) {
        this.connections = connections;
        this.request = request;
        this.timeout = timeout;
        this.clock = clock;
        this.whenDone = new AtomicReference<>(whenDone);
    }

    void start() {
        deadline = clock.schedule(timeout.toNanos(), this::expire);
        Lease free = connections.acquire(this, 0);
        if (free != null) {
            onConnectionEstablished(free);
        }
    }

    private void expire() {
        String late = "no answer to the health check within %d ms".formatted(timeout.toMillis());
        if (step.compareAndSet(Step.WAITING, Step.EXPIRED)) {
            connections.cancel(this);
            boolean busy = connections.counts().streams() > 0;
            end(busy ? null : late);
            return;
        }
        end(late);
        Transfer active = transfer;
        if (!step.compareAndSet(Step.SENDING, Step.EXPIRED) && active != null) {
            active.abort(new SocketTimeoutException(late));
        }
    }

    private void end(@Nullable String failure) {
        Consumer<@Nullable String> waiting = whenDone.getAndSet(null);
        Clock.ScheduledTask scheduled = deadline;
        if (scheduled != null) {
            scheduled.cancel();
        }
        if (waiting != null) {
            waiting.accept(failure);
        }
    }

    @Override
    public void onConnectionEstablished(Lease lease) {
        Transfer prepared = lease.prepare(request, this);
        transfer = prepared;
        if (!step.compareAndSet(Step.WAITING, Step.SENDING)) {
            lease.release();
            return;
        }
        prepared.send();
        if (!step.compareAndSet(Step.SENDING, Step.SENT)) {
            prepared.abort(new SocketTimeoutException("the health check took too long"));
        }
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        end("the health check cannot connect: " + failure.getMessage());
    }

    @Override
    public void onWaitingForResponse() {
        // The deadline is that of the check as a whole.
    }

    @Override
    public void onHeadersCompleted(ResponseHead head) {
        status = head.status();
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        bytes.position(bytes.limit());
        return true;
    }

    @Override
    public void onBodyCompleted() {
        // The end follows.
    }

    @Override
    public void onConnectionIdle() {
        // The pool has it.
    }

    @Override
    public void onEnded(@Nullable Throwable failure) {
        if (failure != null) {
            end("the health check failed: " + failure.getMessage());
        } else if (status < FIRST_SUCCESS || status >= FIRST_REDIRECT) {
            end("the health check was answered with status " + status);
        } else {
            end("");
        }
    }
}
