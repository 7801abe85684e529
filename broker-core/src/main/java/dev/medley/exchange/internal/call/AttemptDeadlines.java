package dev.medley.exchange.internal.call;

import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of one attempt, on a single scheduled task for the nearest. Where a deadline is put off, the task stays as
 * it is; when it runs too early, it is scheduled again. Where the deadline of the exchange is nearer than all of them,
 * nothing is scheduled. Not thread-safe: for the tasks of the call's queue only.
 */
public final class AttemptDeadlines {

    private static final long NONE = Long.MAX_VALUE;

    private final Clock clock;
    private final ExchangeOptions options;
    private final Runnable onDeadline;
    private final long startNanos;
    private long connectNanos;
    private boolean connecting;
    private Duration connectLimit;
    private boolean handshaking;
    private Clock.@Nullable ScheduledTask scheduled;
    private long scheduledNanos;

    /** Creates the deadlines of an attempt that has had its permit since {@code startNanos}, by the clock. */
    public AttemptDeadlines(Clock clock, ExchangeOptions options, long startNanos, Runnable onDeadline) {
        this.clock = clock;
        this.options = options;
        this.onDeadline = onDeadline;
        this.startNanos = startNanos;
        connectLimit = options.connectTimeout();
    }

    /** The deadline that has passed. */
    public enum Due {
        /** None has passed. */
        NONE(null),
        /** That of the attempt as a whole. */
        ATTEMPT(Reason.ATTEMPT_TIMEOUT),
        /** That of the connect. */
        CONNECT(Reason.CONNECT_TIMEOUT),
        /** That of the TLS handshake. */
        HANDSHAKE(Reason.CONNECT_TIMEOUT),
        /** That of a connection on which nothing moves. */
        IDLE(Reason.IDLE_TIMEOUT);

        private final @Nullable Reason reason;

        Due(@Nullable Reason reason) {
            this.reason = reason;
        }

        /** The reason of a failure by this deadline; null if none has passed. */
        @Nullable
        Reason reason() {
            return reason;
        }

        /** Returns whether the exchange has set it, and nearer than {@code own}, the settings of its partner, do. */
        boolean isEarly(ExchangeOptions options, PartnerSettings own) {
            return switch (this) {
                case ATTEMPT -> options.attemptTimeout().compareTo(own.attemptTimeout()) < 0;
                case IDLE -> options.idleTimeout().compareTo(own.idleTimeout()) < 0;
                case NONE, CONNECT, HANDSHAKE -> false;
            };
        }

        /** The detail of a failure by this deadline of {@code passed}. */
        String detail(ExchangeOptions options, AttemptDeadlines passed) {
            return switch (this) {
                case NONE -> "";
                case ATTEMPT -> "no response to the attempt" + within(options.attemptTimeout());
                case CONNECT -> "no connection" + within(options.connectTimeout());
                case HANDSHAKE -> "the tls handshake was not complete" + within(passed.connectLimit);
                case IDLE -> "not a byte" + within(options.idleTimeout());
            };
        }
    }

    static String within(Duration limit) {
        return " within " + limit.toMillis() + " ms";
    }

    /** The connect begins: its deadline counts, too. */
    public void connecting(long horizonNanos) {
        connecting = true;
        connectNanos = clock.nanoTime();
        schedule(horizonNanos, connectNanos);
    }

    /** The socket is connected, and the TLS handshake begins: its deadline counts in place of the connect's. */
    void handshaking(Duration limit, long horizonNanos) {
        handshaking = true;
        connectLimit = limit;
        connectNanos = clock.nanoTime();
        cancel();
        schedule(horizonNanos, connectNanos);
    }

    /** The connect is over. Its task, if it was for that alone, is not left behind. */
    public void connected(long horizonNanos, long silentSinceNanos) {
        connecting = false;
        cancel();
        schedule(horizonNanos, silentSinceNanos);
    }

    boolean isScheduled() {
        return scheduled != null;
    }

    /** Cancels what is scheduled. */
    public void cancel() {
        if (scheduled != null) {
            scheduled.cancel();
            scheduled = null;
        }
    }

    /** The deadline that has passed; if none has, the next one is scheduled. */
    public Due due(long horizonNanos, long silentSinceNanos) {
        // Another task may have been scheduled while this one waited for its turn.
        cancel();
        long now = clock.nanoTime();
        if (connectLeft(now) <= 0) {
            return handshaking ? Due.HANDSHAKE : Due.CONNECT;
        }
        if (attemptLeft(now) <= 0) {
            return Due.ATTEMPT;
        }
        if (idleLeft(now, silentSinceNanos) <= 0) {
            return Due.IDLE;
        }
        schedule(horizonNanos, silentSinceNanos);
        return Due.NONE;
    }

    /**
     * Schedules the nearest deadline.
     *
     * @param horizonNanos the deadline of the exchange, by the clock
     * @param silentSinceNanos since when the partner has been silent, by the clock
     */
    void schedule(long horizonNanos, long silentSinceNanos) {
        long now = clock.nanoTime();
        long left = Math.min(connectLeft(now), Math.min(attemptLeft(now), idleLeft(now, silentSinceNanos)));
        if (left >= horizonNanos - now) {
            return;
        }
        long at = now + left;
        if (scheduled != null) {
            if (at - scheduledNanos >= 0) {
                return;
            }
            scheduled.cancel();
        }
        scheduledNanos = at;
        scheduled = clock.schedule(left, onDeadline);
    }

    private long connectLeft(long now) {
        return connecting ? connectNanos + connectLimit.toNanos() - now : NONE;
    }

    private long attemptLeft(long now) {
        return startNanos + options.attemptTimeout().toNanos() - now;
    }

    private long idleLeft(long now, long silentSinceNanos) {
        return silentSinceNanos + options.idleTimeout().toNanos() - now;
    }
}
