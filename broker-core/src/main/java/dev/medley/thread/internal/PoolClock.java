package dev.medley.thread.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Real time: the system's clock, timer wheels for the tasks, and the pool that runs them. A task is handed to the pool at
 * most a tick of a millisecond later than asked for, and never earlier.
 *
 * <p>The wheels do not tick. The scheduler shared with Jetty has one task, for the earliest time at which one of them may
 * have something to do; cancelled tasks leave at most one such time behind. So most tasks, which are time-outs and are
 * cancelled, never reach the scheduler.
 *
 * <p>After a pause of the process, what has become due in it waits for as long as the pause took, a second at most: responses
 * that have come meanwhile are in the sockets, and are read first.
 */
final class PoolClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(PoolClock.class);

    /** A tick is 2^20 nanoseconds: 1.05 ms. */
    private static final int TICK_BITS = 20;

    private static final long TICK_NANOS = 1L << TICK_BITS;
    private static final long TICKS_PER_SECOND = 1_000_000_000L >> TICK_BITS;
    private static final int MAX_WHEELS = 16;

    /** A wake-up that is as late is due to a pause of the process, such as for garbage collection, or to a busy machine. */
    private static final long PAUSE_TICKS = TICKS_PER_SECOND / 10;

    private static final long MAX_GRACE_TICKS = TICKS_PER_SECOND;

    private final Scheduler scheduler;
    private final Executor pool;
    private final LongSupplier nanos;
    private final long originNanos;
    /** Threads use different ones, so that they rarely meet at a lock; as many as a power of two. */
    private final TimerWheel[] wheels;

    private final ReentrantLock lock = new ReentrantLock();
    /** The tick of {@link #wakeUp}. Written under the lock. */
    private volatile long wakeTick = TimerWheel.NEVER;
    /** Until this tick no task is handed over. Used by {@link #wakeUp} only. */
    private long graceTick;

    private Scheduler.@Nullable Task wakeUp;

    PoolClock(Scheduler scheduler, Executor pool) {
        this(scheduler, pool, System::nanoTime);
    }

    /** As above, by another clock, for tests. */
    PoolClock(Scheduler scheduler, Executor pool, LongSupplier nanos) {
        this.scheduler = scheduler;
        this.pool = pool;
        this.nanos = nanos;
        originNanos = nanos.getAsLong();
        int processors = Math.min(MAX_WHEELS, Runtime.getRuntime().availableProcessors());
        wheels = new TimerWheel[Integer.highestOneBit(2 * processors - 1)];
        for (int i = 0; i < wheels.length; i++) {
            wheels[i] = new TimerWheel();
        }
    }

    @Override
    public long nanoTime() {
        return nanos.getAsLong();
    }

    @Override
    public ScheduledTask schedule(long delayNanos, Runnable task) {
        long now = elapsedNanos();
        long due = now + Math.min(Math.max(0, delayNanos), Long.MAX_VALUE - TICK_NANOS - now);
        long dueTick = (due + TICK_NANOS - 1) >> TICK_BITS;
        TimerWheel wheel = wheels[(int) Thread.currentThread().getId() & (wheels.length - 1)];
        ScheduledTask scheduled = wheel.add(dueTick, task);
        wakeUpBy(dueTick);
        return scheduled;
    }

    /** Hands the tasks that are due to the pool. For the scheduler's thread, and when the scheduler has been started. */
    void wakeUp() {
        long asked = wakeTick;
        setWakeUp(TimerWheel.NEVER);
        long tick = elapsedNanos() >> TICK_BITS;
        // A wake-up after a grace is not put off again, however late it is.
        if (tick - asked > PAUSE_TICKS && asked != graceTick) {
            graceTick = tick + Math.min(tick - asked, MAX_GRACE_TICKS);
            LOG.debug(
                    "due tasks wait for {} ticks, because the process was paused for" + " {}",
                    graceTick - tick,
                    tick - asked);
        }
        if (tick < graceTick) {
            wakeUpBy(graceTick);
            return;
        }
        long next = TimerWheel.NEVER;
        for (TimerWheel wheel : wheels) {
            wheel.advance(tick).forEach(this::handOver);
            next = Math.min(next, wheel.nextTick());
        }
        wakeUpBy(next);
    }

    private void handOver(Runnable task) {
        try {
            pool.execute(task);
        } catch (RuntimeException x) {
            LOG.error("the pool does not take a scheduled task", x);
        }
    }

    /** Called after a task has been added, or with what {@link #wakeUp} found: one of the two sees the other. */
    private void wakeUpBy(long tick) {
        if (tick < wakeTick) {
            lock.lock();
            try {
                if (tick < wakeTick) {
                    setWakeUp(tick);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void setWakeUp(long tick) {
        lock.lock();
        try {
            if (wakeUp != null) {
                wakeUp.cancel();
            }
            wakeTick = tick;
            wakeUp = tick == TimerWheel.NEVER
                    ? null
                    : scheduler.schedule(
                            this::wakeUp, Math.max(0, (tick << TICK_BITS) - elapsedNanos()), TimeUnit.NANOSECONDS);
        } finally {
            lock.unlock();
        }
    }

    private long elapsedNanos() {
        return nanos.getAsLong() - originNanos;
    }
}
