package dev.medley.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;

/** Real time: the system's clock, the scheduler shared with Jetty, and the pool that runs the tasks. */
final class PoolClock implements Clock {

    private final Scheduler scheduler;
    private final Executor pool;

    PoolClock(Scheduler scheduler, Executor pool) {
        this.scheduler = scheduler;
        this.pool = pool;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public ScheduledTask schedule(long delayNanos, Runnable task) {
        Scheduler.Task scheduled =
                scheduler.schedule(() -> pool.execute(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
        return scheduled::cancel;
    }
}
