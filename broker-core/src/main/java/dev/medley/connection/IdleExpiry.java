package dev.medley.connection;

import dev.medley.thread.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Closes the connections of one pool that have been idle for long. There is one scheduled task, for the oldest one. */
final class IdleExpiry {

    private final ReentrantLock lock;
    private final Clock clock;
    private final IdleConnections idle;
    private final long keepAliveNanos;
    /** Guarded by the lock. */
    private boolean scheduled;

    /** Creates the expiry; a time of zero is none. */
    IdleExpiry(ReentrantLock lock, Clock clock, IdleConnections idle, long keepAliveNanos) {
        this.lock = lock;
        this.clock = clock;
        this.idle = idle;
        this.keepAliveNanos = keepAliveNanos;
    }

    /** Returns whether the caller must {@link #schedule()}, once it has released the lock. Called under the lock. */
    boolean isDue() {
        boolean due = keepAliveNanos > 0 && !scheduled && !idle.isEmpty();
        scheduled |= due;
        return due;
    }

    /** Schedules the expiry of the first connection that is idle. */
    void schedule() {
        clock.schedule(keepAliveNanos, this::expire);
    }

    private void expire() {
        List<PartnerConnection> expired = new ArrayList<>();
        long next = 0;
        lock.lock();
        try {
            long now = clock.nanoTime();
            while (!idle.isEmpty() && next <= 0) {
                next = idle.oldestIdleSinceNanos() + keepAliveNanos - now;
                if (next <= 0) {
                    PartnerConnection oldest = idle.pollOldest();
                    if (oldest != null) {
                        expired.add(oldest);
                    }
                }
            }
            scheduled = !idle.isEmpty();
        } finally {
            lock.unlock();
        }
        expired.forEach(PartnerConnection::close);
        if (next > 0) {
            clock.schedule(next, this::expire);
        }
    }
}
