package dev.medley.thread.internal;

import dev.medley.thread.internal.BrokerThread.WorksFor;
import dev.medley.thread.internal.placement.DecidedBy;
import dev.medley.thread.internal.placement.Given;
import dev.medley.thread.internal.placement.Move;
import dev.medley.thread.internal.placement.MoveReason;
import dev.medley.thread.internal.placement.Placement;
import dev.medley.thread.internal.placement.Turns;
import dev.medley.thread.internal.placement.Where;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The threads that the code of one mashup runs on: {@code compose}, the events of its exchanges, and the stages that depend
 * on them. Inline, it runs where they come, which may be a loop. On the pool, or on virtual threads, it is moved away from
 * any thread that others wait for.
 *
 * <p>One mashup has one, which all of its requests share. Its {@link Placement} changes while they run, by one compare-and-set for
 * each move. Each piece of work reads it once, as it begins, and ends where it has begun. Thread-safe.
 */
public final class ExecutionTarget {

    /** Of code that belongs to no mashup: it runs inline. */
    public static final ExecutionTarget NONE = inline("no mashup");

    private static final VarHandle PLACEMENT;

    static {
        try {
            PLACEMENT = MethodHandles.lookup().findVarHandle(ExecutionTarget.class, "placement", Placement.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final String mashup;
    private final @Nullable OnPool pool;
    private final LongAdder stalls = new LongAdder();
    /** Those of the target that it has succeeded, too. */
    private volatile Map<Move, LongAdder> moves = new ConcurrentHashMap<>();

    private volatile Placement placement;

    private ExecutionTarget(String mashup, @Nullable BoundedExecutor share, Placement placement) {
        this.mashup = mashup;
        this.placement = placement;
        pool = share == null || share.maxThreads() == 0 ? null : new OnPool(share);
    }

    /** Returns that of {@code mashup}, which is inline and not moved by stalls, and has no place on the pool. */
    public static ExecutionTarget inline(String mashup) {
        return new ExecutionTarget(mashup, null, Placement.of(Given.configured(Where.INLINE)));
    }

    /**
     * Returns that of {@code mashup}, which begins as {@code given}.
     *
     * @param share of the pool; it may have no thread, and then no mashup is moved to it
     */
    public static ExecutionTarget of(String mashup, BoundedExecutor share, Given given) {
        return new ExecutionTarget(mashup, share, Placement.of(given));
    }

    // ---- Where it runs. -----------------------------------------------------------------------------------------

    /** Returns the name of the mashup, as in metrics. */
    public String mashup() {
        return mashup;
    }

    /** Returns where it runs at this moment, and why. */
    public Placement placement() {
        return placement;
    }

    /** Returns the kind of threads at this moment. */
    public Where where() {
        return placement.where();
    }

    /** Returns whether the mashup was moved to the pool after its stalls, and is there. */
    public boolean isMoved() {
        return placement.by() == DecidedBy.STALLS;
    }

    /**
     * Returns the threads that the mashup's code must run on in place of the calling one; null if it may run here. They are those of
     * this moment: what they have taken over, they run, also if the mashup is moved meanwhile.
     */
    public @Nullable OtherThreads otherThreads() {
        return switch (placement.where()) {
            case INLINE -> null;
            case POOL ->
                Thread.currentThread() instanceof BrokerThread thread && thread.worksFor() != WorksFor.MASHUPS
                        ? pool
                        : null;
            case VIRTUAL -> BrokerPool.onVirtualThread() ? null : OnVirtualThreads.ALL;
        };
    }

    /** Notes on the calling thread whose code holds it from now on, for the watch of the loops; {@code holder} is null for nobody's. */
    public static void noteOnThread(@Nullable ExecutionTarget holder, long nanos) {
        if (Thread.currentThread() instanceof BrokerThread thread) {
            thread.heldBy(holder, nanos);
        }
    }

    // ---- Stalls and moves. --------------------------------------------------------------------------------------

    /** Returns how often the mashup has stalled a loop. */
    public long stalls() {
        return stalls.sum();
    }

    void stalled() {
        stalls.increment();
        Turns turns = placement.turns();
        if (turns != null) {
            // A piece of work that had begun on the loop before the move.
            turns.endQuiet();
        }
    }

    /** Returns the numbers of moves up to now. */
    public Map<Move, Long> moves() {
        return moves.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().sum()));
    }

    /**
     * Moves it to the pool after its stalls.
     *
     * @param clock returns the time in nanoseconds
     * @param longNanos a turn there of so many nanoseconds ends its quiet
     * @return the move; null if something else has decided where it runs
     */
    @Nullable
    Move moveAfterStalls(LongSupplier clock, long longNanos) {
        return pool == null ? null : change(MoveReason.STALLS, before -> before.afterStalls(clock, longNanos));
    }

    /** Moves it back to the loops, unless {@code moved} is not its placement any more; then returns null. */
    @Nullable
    Move moveAfterQuiet(Placement moved, long now) {
        return change(MoveReason.QUIET, before -> before.equals(moved) ? before.afterQuiet(now) : before);
    }

    /**
     * The operator has it run at {@code place}; null to give it back.
     *
     * @return the move; null if it runs there already
     */
    public @Nullable Move moveByOperator(@Nullable Where place) {
        return change(MoveReason.OPERATOR, before -> place == null ? before.givenBack() : before.byOperator(place));
    }

    /** A reload gives {@code next}; returns the move, or null if it runs there already, or stays where the operator or stalls have put it. */
    public @Nullable Move moveByReload(Given next) {
        return change(MoveReason.RELOAD, before -> before.afterReload(next));
    }

    private @Nullable Move change(MoveReason reason, UnaryOperator<Placement> event) {
        while (true) {
            Placement before = placement;
            Placement after = before.by().yieldsTo(reason) ? event.apply(before) : before;
            if (after.equals(before)) {
                return null;
            }
            if (PLACEMENT.compareAndSet(this, before, after)) {
                return counted(before, after);
            }
        }
    }

    private @Nullable Move counted(Placement before, Placement after) {
        Move move = after.lastMove();
        if (move == null || before.where() == after.where()) {
            return null;
        }
        moves.computeIfAbsent(move, first -> new LongAdder()).increment();
        return move;
    }

    /**
     * Takes the place of {@code before}, that of the same mashup before a reload, which moves no more: what the operator or stalls
     * have decided stays if the same is given for both. Before the first request.
     *
     * @return the move; null if it runs where the other one did
     */
    public @Nullable Move succeed(ExecutionTarget before) {
        Placement last = before.replaced();
        Placement mine = last.afterReload(placement.given());
        moves = before.moves;
        placement = mine;
        return counted(last, mine);
    }

    /** Ends its moves, and returns the placement that it had. */
    private Placement replaced() {
        while (true) {
            Placement last = placement;
            if (PLACEMENT.compareAndSet(this, last, last.replaced())) {
                return last;
            }
        }
    }

    @Override
    public String toString() {
        return mashup;
    }

    /** Threads that run the code of mashups. */
    public interface OtherThreads {

        /** Runs {@code task}, which belongs to a request that has begun. */
        void execute(Runnable task);

        /**
         * Runs {@code request}, which has not begun, and may wait until no task of one that has begun does.
         *
         * @param maxWaiting requests that may wait at a time
         * @return false if as many wait
         */
        boolean admit(Runnable request, int maxWaiting);
    }

    /** The share of the pool. What has waited for it runs where the mashup's code does by then. */
    private final class OnPool implements OtherThreads {

        private final BoundedExecutor share;

        OnPool(BoundedExecutor share) {
            this.share = share;
        }

        @Override
        public void execute(Runnable task) {
            share.execute(() -> run(task));
        }

        @Override
        public boolean admit(Runnable request, int maxWaiting) {
            return share.admit(() -> run(request), maxWaiting);
        }

        private void run(Runnable task) {
            OtherThreads moved = otherThreads();
            Turns turns = placement.turns();
            if (moved != null && moved != this) {
                moved.execute(task);
            } else if (turns != null) {
                turns.take(task);
            } else {
                task.run();
            }
        }
    }

    private enum OnVirtualThreads implements OtherThreads {
        ALL;

        @Override
        public void execute(Runnable task) {
            BrokerPool.startVirtualThread(task);
        }

        @Override
        public boolean admit(Runnable request, int maxWaiting) {
            execute(request);
            return true;
        }
    }
}
