package dev.medley.connection.internal.pool;

import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Closes the connections of one pool that have been idle for long. There is one scheduled task, for the oldest one. */
final class IdleExpiry {

    private final PoolLock lock;
    private final Clock clock;
    private final IdleConnections idle;
    private final long keepAliveNanos;
    private volatile boolean retired;
    /** Set to false under the lock only, where no connection is idle. */
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** Creates the expiry; a time of zero is none. */
    IdleExpiry(PoolLock lock, Clock clock, IdleConnections idle, long keepAliveNanos) {
        this.lock = lock;
        this.clock = clock;
        this.idle = idle;
        this.keepAliveNanos = keepAliveNanos;
    }

    /** Schedules the expiry, unless it is. Called after a connection may have become idle, without the lock. */
    void schedule() {
        if (retired) {
            expire();
            return;
        }
        if (keepAliveNanos == 0 || scheduled.get()) {
            return;
        }
        boolean anyIdle = lock.read(() -> !idle.isEmpty());
        if (anyIdle && scheduled.compareAndSet(false, true)) {
            clock.schedule(keepAliveNanos, this::expire);
        }
    }

    /** Closes those that are idle, and any other one as soon as it is. */
    void retire() {
        retired = true;
        expire();
    }

    boolean isRetired() {
        return retired;
    }

    private void expire() {
        List<PooledConnection> expired = new ArrayList<>();
        long left = lock.read(() -> takeExpired(expired));
        expired.forEach(PooledConnection::close);
        if (left > 0) {
            clock.schedule(left, this::expire);
        }
    }

    /** Takes those whose time is over; returns the time that the oldest one of the others has left, or 0. */
    private long takeExpired(List<PooledConnection> expired) {
        long now = clock.nanoTime();
        while (!idle.isEmpty()) {
            long left = retired ? 0 : idle.oldestIdleSinceNanos() + keepAliveNanos - now;
            PooledConnection oldest = left <= 0 ? idle.pollOldest() : null;
            if (oldest == null) {
                return left;
            }
            expired.add(oldest);
        }
        scheduled.set(false);
        return 0;
    }
}
