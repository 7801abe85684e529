package dev.medley.thread.internal.compute;

import dev.medley.thread.internal.BoundedExecutor;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.LogPace;
import dev.medley.thread.internal.placement.Where;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The computations of all mashups of a broker: a queue for the threads of the pool's share, and one for virtual threads. Thread-safe.
 *
 * <p>On the share as many compute at a time as there are processors, and one thread of it never does, if it has several. Virtual threads
 * that compute do not yield; so one processor, if there are several, is left to the others.
 */
public final class Computations {

    /** The bound on those that wait, unless the configuration has another one. */
    public static final int MAX_QUEUED = 10_000;

    /** The time for which a computation may go on after the end of its mashup, unless the configuration has another one. */
    public static final Duration OVERRUN = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Computations.class);
    private static final int FRAMES = 40;
    private static final long MILLI = 1_000_000;

    private final BrokerPool pool;
    private final Clock clock;
    private final ComputeQueue onPool;
    private final ComputeQueue onVirtualThreads;
    private final LogPace overruns = new LogPace();
    private final LogPace refusals = new LogPace(Duration.ofSeconds(1));
    private final LongAdder ended = new LongAdder();
    private final LongAdder overran = new LongAdder();
    private final Map<Drop, LongAdder> drops = new EnumMap<>(Drop.class);
    private final List<ComputeObserver> observers = new CopyOnWriteArrayList<>();
    private volatile Duration overrun = OVERRUN;

    /** Creates the computations of the broker that has {@code pool}. */
    public Computations(BrokerPool pool, Clock clock) {
        this.pool = pool;
        this.clock = clock;
        int processors = Runtime.getRuntime().availableProcessors();
        BoundedExecutor share = pool.share();
        onPool = new ComputeQueue(share::compute, clock, Math.min(processors, share.maxComputing()), MAX_QUEUED);
        onVirtualThreads =
                new ComputeQueue(BrokerPool::startVirtualThread, clock, Math.max(1, processors - 1), MAX_QUEUED);
        for (Drop each : Drop.values()) {
            drops.put(each, new LongAdder());
        }
    }

    // ---- Before the first computation. ---------------------------------------------------------------------------

    /** Bounds the computations that wait, of each kind of threads. */
    public void limitQueued(int max) {
        onPool.limitQueued(max);
        onVirtualThreads.limitQueued(max);
    }

    /** Bounds the threads of the pool that compute at a time: mashups may hold the others. */
    public void limitThreads(int max) {
        onPool.limitRunning(max);
    }

    /** Sets the time for which a computation may go on after the end of its mashup before it is logged; zero for ever. */
    public void warnAfter(Duration time) {
        overrun = time;
    }

    /** Registers an observer, for metrics. Its exceptions are logged. */
    public void observe(ComputeObserver observer) {
        observers.add(observer);
    }

    // ---- For metrics. --------------------------------------------------------------------------------------------

    /** Returns the number of computations that wait for a thread. */
    public int queued() {
        return onPool.queued() + onVirtualThreads.queued();
    }

    /** Returns the number of computations that run. */
    public int running() {
        return onPool.running() + onVirtualThreads.running();
    }

    /** Returns the number of computations that have run to their end. */
    public long ended() {
        return ended.sum();
    }

    /** Returns the number of computations that have no result. */
    public long dropped(Drop cause) {
        LongAdder count = drops.get(cause);
        return count == null ? 0 : count.sum();
    }

    /** Returns the number of computations that went on long after the end of their mashup. */
    public long overran() {
        return overran.sum();
    }

    // ---- For the computations. -----------------------------------------------------------------------------------

    /** Returns the pool of the broker. */
    public BrokerPool pool() {
        return pool;
    }

    /** Returns the clock of the broker. */
    public Clock clock() {
        return clock;
    }

    /** A computation for {@code target} has been refused, since as many wait as may. */
    public void refused(ExecutionTarget target) {
        countDrop(Drop.QUEUE_FULL);
        ComputeQueue queue = queueOf(target);
        if (queue.isClosed()) {
            return;
        }
        long others = refusals.others(clock.nanoTime());
        if (others >= 0) {
            LOG.warn(
                    "a computation of mashup {} is refused, and its client gets a 503: as many wait as"
                            + " server.compute.max-queued, {}, allows ({} others since the last such line)",
                    target.mashup(),
                    queue.maxQueued(),
                    others);
        }
    }

    /** Returns how many computations for {@code target} run at a time, at most. */
    public int maxRunning(ExecutionTarget target) {
        return queueOf(target).maxRunning();
    }

    /** Drops the computations that wait, and takes no more. */
    public void close() {
        onPool.close();
        onVirtualThreads.close();
    }

    /** Returns what runs the code of a mashup that depends on a computation, in place of the thread that has computed. */
    Executor executorOf(ExecutionTarget target) {
        if (pool.virtualRequests() || target.where() == Where.VIRTUAL) {
            return BrokerPool::startVirtualThread;
        }
        return target.where() == Where.POOL ? pool.share() : Runnable::run;
    }

    ComputeQueue queueOf(ExecutionTarget target) {
        boolean virtual = pool.virtualRequests() || target.where() == Where.VIRTUAL;
        ComputeQueue queue = virtual ? onVirtualThreads : onPool;
        if (queue.maxRunning() == 0) {
            throw new IllegalStateException(
                    "the pool has no thread for computations, as those that it has select, wait or run deadlines; "
                            + pool.expectedThreads());
        }
        return queue;
    }

    void began(String mashup, long waitedNanos) {
        tell(each -> each.began(mashup, waitedNanos));
    }

    void ended(String mashup, long ranNanos) {
        ended.increment();
        tell(each -> each.ended(mashup, ranNanos));
    }

    void countDrop(Drop cause) {
        LongAdder count = drops.get(cause);
        if (count != null) {
            count.increment();
        }
    }

    private void tell(Consumer<ComputeObserver> event) {
        for (ComputeObserver each : observers) {
            try {
                event.accept(each);
            } catch (RuntimeException | Error x) {
                LOG.warn("an observer of computations failed", x);
            }
        }
    }

    /** Looks after {@code computation}, which runs although nobody needs it. */
    Clock.ScheduledTask watch(Computation computation) {
        Duration time = overrun;
        return time.isZero() ? () -> {} : clock.schedule(time.toNanos(), () -> overrun(computation, time));
    }

    private void overrun(Computation computation, Duration time) {
        Thread runner = computation.runner();
        if (runner == null || !computation.isOverdue()) {
            return;
        }
        StackOfComputation stack = new StackOfComputation(runner);
        if (!computation.isOverdue()) {
            return;
        }
        overran.increment();
        long others = overruns.others(clock.nanoTime());
        if (others >= 0) {
            computation.within(() -> LOG.warn(
                    "a computation of mashup {} goes on {} ms after nobody needs it any more, {}, and holds a thread of"
                            + " those that compute ({} others since the last such line)",
                    computation.mashup(),
                    time.toNanos() / MILLI,
                    computation.isInterruptible()
                            ? "although its thread was interrupted"
                            : "as it was not started by computeInterruptibly",
                    others,
                    stack));
        }
    }

    /** The stack of a thread, in the form that logs print; never thrown. */
    private static final class StackOfComputation extends Throwable {

        private static final long serialVersionUID = 1L;

        StackOfComputation(Thread thread) {
            super(thread.getName(), null, false, true);
            StackTraceElement[] frames = thread.getStackTrace();
            setStackTrace(
                    List.of(frames).subList(0, Math.min(FRAMES, frames.length)).toArray(new StackTraceElement[0]));
        }
    }
}
