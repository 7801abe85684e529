package dev.medley.thread.internal;

import dev.medley.thread.internal.turn.ClientTurns;
import dev.medley.thread.internal.turn.FurtherTurns;
import dev.medley.thread.internal.turn.TurnTimes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of the pool that selects for inbound and outbound connections and runs what they bring: a request is read, its
 * exchanges are sent and answered, and the reply is written, without another thread being woken.
 *
 * <p>It knows since when it has been busy, so that a task that holds it for long can be found.
 */
public final class Loop extends MeteredSelector implements WatchedLoop {

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    /** What a selection has shown counts for so long, in nanoseconds: on most networks a partner's word is under way as long. */
    private static final long JUST_NOW = TimeUnit.MILLISECONDS.toNanos(1);

    private final Loops loops;
    private final Clock clock;
    private final int number;
    private final Queue<Runnable> deferred = new ArrayDeque<>();
    private final ClientTurns turns = new ClientTurns();
    private final FurtherTurns answers = new FurtherTurns();
    private final FurtherTurns further = new FurtherTurns();
    private final FurtherTurns slices = new FurtherTurns();
    private final TurnTimes times = new TurnTimes();
    private boolean isTurn;
    private long turnBegun;
    private volatile @Nullable Thread thread;
    private volatile long busySince = SELECTING;
    /** True while a connection of a client is accepted. Used by the loop's thread only. */
    private boolean accepting;
    /** That the loop's thread has selected by; null before the first selection. */
    private @Nullable Selector selector;

    Loop(Loops loops, Clock clock, int id) {
        super(loops, id);
        this.loops = loops;
        this.clock = clock;
        number = id + 1;
    }

    /** Returns the loop that the calling thread is; null if it is none. */
    public static @Nullable Loop current() {
        return Thread.currentThread() instanceof BrokerThread broker ? broker.loop() : null;
    }

    /** Returns the {@linkplain #number() number} of the loop that the calling thread is; 0 if it is none. */
    public static int currentNumber() {
        Loop loop = current();
        return loop == null ? 0 : loop.number;
    }

    /**
     * Runs {@code task} once the calling thread, which is this loop, is done with the event of the connection that it works
     * on: not on the stack of what has caused it.
     */
    public void defer(Runnable task) {
        deferred.add(task);
    }

    /**
     * Runs {@code task} at the end of a round, in a further turn of {@code client}, behind those of others. These turns have a quarter of the
     * number and of the time of first turns in rounds that are short, and one comes each {@value ClientTurns#FURTHER_MILLIS} ms in any case.
     * By the loop's thread.
     *
     * @param client that the loop has done something for already; it is compared by identity
     */
    public void deferFurther(Object client, Runnable task) {
        further.add(client, task);
    }

    /**
     * As {@link #deferFurther}, for what has been begun before, such as the answer of a partner: it has as much time as first turns, and
     * comes before what begins something.
     */
    public void deferAnswer(Object client, Runnable task) {
        answers.add(client, task);
    }

    /**
     * Runs {@code task}, a slice of work that is in proportion to a large body or to many sessions, at the end of a round. A round has one
     * slice in all, however many wait: a request passes some rounds, and each slice delays it. By the loop's thread.
     */
    public void deferSlice(Object client, Runnable task) {
        slices.add(client, task);
    }

    /**
     * Returns whether an answer for {@code client} needs a {@linkplain #deferAnswer turn}, as the round is long or another one waits. By
     * the loop's thread.
     */
    public boolean needsAnswerTurn(Object client) {
        return answers.has(client) || isRoundLong();
    }

    /** Runs {@code task} on this loop, soon. By any thread. */
    public void execute(Runnable task) {
        submit(selector -> {
            long begun = TurnTimes.now();
            try {
                task.run();
            } finally {
                times.took(TurnTimes.Ran.TASK, TurnTimes.now() - begun);
            }
        });
    }

    /** Returns how long the turns of this loop have taken. */
    public TurnTimes times() {
        return times;
    }

    /** Returns whether the loop has been busy since its last selection for longer than others should wait. By the loop's thread. */
    public boolean isRoundLong() {
        return clock.nanoTime() - busySince > ClientTurns.LONG_ROUND;
    }

    /** Returns whether the last selection, which was just now, has found nothing for {@code key}. By the loop's thread. */
    boolean hasJustLookedAt(SelectionKey key) {
        Selector last = selector;
        return last != null && !last.selectedKeys().contains(key) && clock.nanoTime() - busySince < JUST_NOW;
    }

    /** Returns the watch of the loops; null without one. */
    @Nullable
    BlockedThreadChecker watch() {
        return loops.watch();
    }

    /** Returns the number of the loop, counted from 1. */
    public int number() {
        return number;
    }

    /** Runs what was deferred, but not what that defers: connections that have events have their turn before. */
    void runDeferred() {
        for (int left = deferred.size(); left > 0; left--) {
            run(deferred.remove());
        }
    }

    /** Runs what waits for further turns, for a part of the {@code round}, in nanoseconds. */
    void runFurther(long round) {
        if (areFurtherAwaited()) {
            long time = ClientTurns.timeAfter(round);
            runWhile(answers, time, Integer.MAX_VALUE);
            runWhile(slices, 0, 1);
            if (turns.isFurtherDue()) {
                runWhile(
                        further,
                        isRoundLong() ? 0 : time / ClientTurns.FURTHER,
                        ClientTurns.MOST / ClientTurns.FURTHER);
            }
        }
    }

    /**
     * Runs a task of {@code turns}, and more until {@code nanos} nanoseconds are over or {@code most} have run. What they defer takes of
     * that time.
     */
    private void runWhile(FurtherTurns turns, long nanos, int most) {
        long begun = clock.nanoTime();
        int left = turns.isEmpty() ? 0 : most;
        while (left > 0) {
            long turn = TurnTimes.now();
            run(turns.next());
            runDeferred();
            times.took(TurnTimes.Ran.WAITING, TurnTimes.now() - turn);
            left = turns.isEmpty() || clock.nanoTime() - begun >= nanos ? 0 : left - 1;
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error x) {
            // Must not propagate: Jetty would take it for a failure of the selector.
            LOG.error("internal error in {}", task, x);
        }
    }

    /** Returns whether a client waits for a turn. */
    boolean areTurnsAwaited() {
        return turns.areAwaited() || areFurtherAwaited();
    }

    private boolean areFurtherAwaited() {
        return !answers.isEmpty() || !slices.isEmpty() || !further.isEmpty();
    }

    @Override
    public @Nullable Thread thread() {
        return thread;
    }

    @Override
    public long busySince() {
        return busySince;
    }

    @Override
    public long cpuNanos() {
        Thread runner = thread;
        return runner == null ? -1 : ManagementFactory.getThreadMXBean().getThreadCpuTime(runner.getId());
    }

    @Override
    protected void doStart() throws Exception {
        loops.starting(this);
        super.doStart();
    }

    @Override
    protected int nioSelect(Selector selector, boolean now) throws IOException {
        if (!deferred.isEmpty()) {
            // Of what was caused by no event of a connection, such as a connect that is refused at once.
            long begun = TurnTimes.now();
            runDeferred();
            times.took(TurnTimes.Ran.TASK, TurnTimes.now() - begun);
        }
        runFurther(clock.nanoTime() - busySince);
        // Before the selection: it reports those that have their turn now.
        turns.nextRound(clock.nanoTime() - busySince);
        boolean more = !deferred.isEmpty() || areTurnsAwaited();
        busySince = SELECTING;
        this.selector = selector;
        try {
            return super.nioSelect(selector, now || more);
        } finally {
            beBusy();
        }
    }

    /**
     * Runs {@code event} of a connection, and then what it defers.
     *
     * @param isTurn whether a client takes a turn by it, {@code further} or not
     */
    void runEvent(Runnable event, TurnTimes.Ran ran, boolean isTurn, boolean further) {
        long begun = TurnTimes.now();
        try {
            if (isTurn) {
                runTurn(event, further);
            } else {
                event.run();
            }
        } finally {
            runDeferred();
            times.took(ran, TurnTimes.now() - begun);
        }
    }

    void runTurn(Runnable event, boolean further) {
        long begun = clock.nanoTime();
        isTurn = true;
        turnBegun = begun;
        try {
            event.run();
        } finally {
            isTurn = false;
            if (!further) {
                turns.took(clock.nanoTime() - begun);
            }
        }
    }

    /** Returns whether this is the turn of a client, and so long that what else it has sent is for a further one. False on other threads. */
    boolean isTurnLong() {
        return current() == this && isTurn && clock.nanoTime() - turnBegun > ClientTurns.LONG_TURN;
    }

    /** Returns the turns of clients. */
    ClientTurns turns() {
        return turns;
    }

    /** Runs {@code selecting} on the calling thread, which is the loop until that returns. */
    void run(BrokerThread caller, Runnable selecting) {
        thread = caller;
        beBusy();
        caller.loop(this);
        try {
            selecting.run();
        } finally {
            caller.loop(null);
        }
    }

    private void beBusy() {
        long now = clock.nanoTime();
        busySince = now == SELECTING ? 1 : now;
    }

    boolean isAccepting() {
        return accepting;
    }

    void accepting(boolean now) {
        accepting = now;
    }
}
