package dev.medley.thread.internal;

import dev.medley.thread.internal.placement.DecidedBy;
import dev.medley.thread.internal.placement.Placement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the loops of the pool: measures their lag, and finds mashups whose code holds a loop so long that the others which
 * it serves wait. Such a stall is logged with the stack of the loop, and counted; a mashup that {@link StallHistory stalls
 * again and again} is moved to the pool, and back once it has been quiet there.
 *
 * <p>A thread of its own looks ten times a second at most while there is work, and never while there is none, see
 * {@link IntervalThread}. A pause of the whole process, such as one of the garbage collector, delays the look too, and is not
 * taken for a stall. Nor is it one if a thread that does not wait does not compute either: it waits for the JVM's compiler, or
 * for a processor. Nor is it one if it waits for a lock of Medley. So a mashup that computes is found half the time of a warning later than one that waits.
 */
public final class BlockedThreadChecker {

    private static final Logger LOG = LoggerFactory.getLogger(BlockedThreadChecker.class);

    /** The time after which a loop that is held is looked at again at the earliest. */
    private static final long SHORTEST_NANOS = Duration.ofMillis(1).toNanos();

    private final Clock clock;
    private final long warningNanos;
    private final Supplier<? extends List<? extends WatchedLoop>> loops;
    private final Map<WatchedLoop, Long> reported = new HashMap<>();
    private final Map<WatchedLoop, Suspicion> suspicions = new HashMap<>();
    /** Weak: a reload replaces mashups, and their targets. */
    private final Map<ExecutionTarget, StallHistory> histories = new WeakHashMap<>();

    private final List<LongConsumer> observers = new CopyOnWriteArrayList<>();
    private final IntervalThread thread;

    /** By the clock: what has begun before is judged as if it had begun then. */
    private long judgedFrom;
    /** By the clock: the time of the next look. */
    private long due;

    /**
     * Creates a watch, which {@link #start()} starts.
     *
     * @param warning the time for which a mashup may hold a loop
     * @param loops returns the loops
     */
    BlockedThreadChecker(Clock clock, Duration warning, Supplier<? extends List<? extends WatchedLoop>> loops) {
        this.clock = clock;
        this.loops = loops;
        warningNanos = warning.toNanos();
        thread = new IntervalThread("medley-watch", this::look, warningNanos);
        due = clock.nanoTime();
        judgedFrom = due;
    }

    /**
     * Registers an observer of the lag, for metrics: in nanoseconds, the time for which the loop that is busy longest has not
     * selected, at each look. It is called by the thread of the watch.
     */
    public void onLook(LongConsumer observer) {
        observers.add(observer);
    }

    void start() {
        thread.start();
    }

    void close() {
        thread.close();
    }

    /** A thread of the pool begins to run code of a mashup. */
    void onWork() {
        thread.onWork();
    }

    /**
     * Looks at each loop.
     *
     * @return nanoseconds to the next look, or {@link IntervalThread#NO_WORK}
     */
    long look() {
        long now = clock.nanoTime();
        if (now - due > warningNanos / 2) {
            // The watch itself did not run: the process was paused, or its machine is overloaded.
            judgedFrom = now;
        }
        long lag = 0;
        long next = Long.MAX_VALUE;
        for (WatchedLoop loop : loops.get()) {
            lag = Math.max(lag, lag(loop, now));
            BrokerThread.Hold hold = hold(loop);
            if (hold == null) {
                reported.remove(loop);
            } else {
                next = Math.min(next, look(loop, hold, now));
            }
        }
        for (LongConsumer observer : observers) {
            observer.accept(lag);
        }
        boolean idle = next == Long.MAX_VALUE && lag == 0;
        due = now + Math.min(next, warningNanos);
        return idle ? IntervalThread.NO_WORK : due - now;
    }

    private static long lag(WatchedLoop loop, long now) {
        long since = loop.busySince();
        return since == WatchedLoop.SELECTING ? 0 : Math.max(0, now - since);
    }

    private static BrokerThread.@Nullable Hold hold(WatchedLoop loop) {
        return loop.thread() instanceof BrokerThread runner ? runner.holder() : null;
    }

    /** Looks at a loop that is held; returns nanoseconds to the next look. */
    private long look(WatchedLoop loop, BrokerThread.Hold hold, long now) {
        Long last = reported.get(loop);
        if (last != null && last == hold.since()) {
            return warningNanos;
        }
        long held = now - (hold.since() - judgedFrom > 0 ? hold.since() : judgedFrom);
        if (held < warningNanos) {
            return Math.max(SHORTEST_NANOS, warningNanos - held);
        }
        Thread runner = loop.thread();
        if (runner == null) {
            return warningNanos;
        }
        Thread.State state = runner.getState();
        Stall stall = new Stall(runner.getName(), now, now - hold.since(), state, List.of(runner.getStackTrace()));
        if (!hold.equals(hold(loop))) {
            return warningNanos;
        }
        if (stall.isRunning() && !isSuspected(loop, hold)) {
            suspicions.put(loop, new Suspicion(hold, now, loop.cpuNanos()));
            return warningNanos / 2;
        }
        reported.put(loop, hold.since());
        if (stall.isRunning() && !computes(loop, now)) {
            LOG.debug(
                    "{}, but it does not compute: it waits for the compiler or for a processor",
                    stall.describe(hold.executionTarget()));
        } else if (stall.isForLockOfMedley()) {
            LOG.debug("{}, for a lock of Medley", stall.describe(hold.executionTarget()), stall.toThrowable());
        } else {
            stalled(hold.executionTarget(), stall);
        }
        return warningNanos;
    }

    private boolean isSuspected(WatchedLoop loop, BrokerThread.Hold hold) {
        Suspicion suspicion = suspicions.get(loop);
        return suspicion != null && suspicion.hold().equals(hold);
    }

    /** Returns whether the thread has used at least half of a processor since it was suspected. */
    private boolean computes(WatchedLoop loop, long now) {
        Suspicion suspicion = Objects.requireNonNull(suspicions.get(loop));
        long used = loop.cpuNanos() - suspicion.cpuNanos();
        return suspicion.cpuNanos() < 0 || 2 * used >= now - suspicion.atNanos();
    }

    private void stalled(ExecutionTarget executionTarget, Stall stall) {
        StallHistory history = histories.computeIfAbsent(executionTarget, first -> new StallHistory());
        if (history.isWarmUp(stall)) {
            LOG.debug("{}", stall.describe(executionTarget), stall.toThrowable());
            return;
        }
        executionTarget.stalled();
        boolean again = history.add(stall);
        if (history.isToBeLogged(stall)) {
            LOG.warn(
                    "{}; the other requests of the loop wait meanwhile",
                    stall.describe(executionTarget),
                    stall.toThrowable());
        }
        if (again && executionTarget.moveAfterStalls(clock::nanoTime, warningNanos) != null) {
            Placement moved = executionTarget.placement();
            LOG.warn(
                    "mashup {} has stalled a loop {} times within {} s: from now on it runs on the pool, where it does"
                            + " not delay others. It is tried on the loops again once it has held no thread for {} ms for"
                            + " {} minutes. Remove what blocks, or set `execution` by @MashupExecution, or in"
                            + " the configuration below mashups and its path: `virtual` (Java 21 or later) for code"
                            + " that blocks, `pool` to begin so, `async` to keep it on the loops",
                    executionTarget,
                    StallHistory.STALLS,
                    StallHistory.WITHIN.toSeconds(),
                    Duration.ofNanos(warningNanos).toMillis(),
                    minutes(moved));
            tryAgainLater(executionTarget);
        }
    }

    private static long minutes(Placement moved) {
        return Duration.ofNanos(moved.quietTime().nanos()).toMinutes();
    }

    /** Moves the mashup of {@code executionTarget} back to the loops once it has been quiet, if its stalls have moved it. By any thread. */
    public void tryAgainLater(ExecutionTarget executionTarget) {
        tryAgainLater(executionTarget, executionTarget.placement());
    }

    private void tryAgainLater(ExecutionTarget executionTarget, Placement moved) {
        if (moved.by() != DecidedBy.STALLS || !executionTarget.placement().equals(moved)) {
            return;
        }
        long left = moved.untilQuiet();
        if (left > 0) {
            clock.schedule(left, () -> tryAgainLater(executionTarget, moved));
        } else if (executionTarget.moveAfterQuiet(moved, clock.nanoTime()) != null) {
            LOG.info(
                    "mashup {} has been quiet on the pool for {} minutes: it runs on the loops again",
                    executionTarget,
                    minutes(moved));
        }
    }

    /**
     * A loop that is held by code that seems to compute.
     *
     * @param cpuNanos the CPU time of its thread at that time
     */
    private record Suspicion(BrokerThread.Hold hold, long atNanos, long cpuNanos) {}
}
