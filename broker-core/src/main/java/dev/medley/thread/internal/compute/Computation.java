package dev.medley.thread.internal.compute;

import dev.medley.context.Context;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Something that a mashup computes: it waits in a {@link ComputeQueue}, and runs on one of that queue's threads, at once or in slices,
 * with the context of the thread that has created it. Once nobody needs it, it does not begin; if it has begun, its thread is
 * interrupted if it asks for that. Thread-safe.
 */
public abstract class Computation {

    private final Computations computations;
    private final ComputeQueue queue;
    private final ComputeOwner owner;
    private final boolean interruptible;
    private final Context context = Context.capture();
    private final AtomicReference<ComputeState> state = new AtomicReference<>(ComputeState.WAITING);
    /** Until it has ended, the mashup is not at rest. */
    private final QuiescenceTracker.Stretch pending;

    private final long createdNanos;
    /** Set before it runs. */
    private volatile @Nullable Thread runner;
    /** Looks after it once nobody needs it. */
    private volatile Clock.@Nullable ScheduledTask watch;
    /** For the thread that runs it, and then the next one. */
    private boolean begun;

    private long ranNanos;
    /** Whether it has computed all, and is needed. For the thread that has run it. */
    private boolean hasValue;

    /** Its place in the queue, guarded by the lock of that. */
    final QueuePlace place = new QueuePlace();

    /**
     * Creates a computation, which {@link #start} starts.
     *
     * @param interruptible whether its thread is interrupted when nobody needs it any more
     * @throws IllegalStateException if there are no threads for it
     */
    protected Computation(Computations computations, ComputeOwner owner, boolean interruptible) {
        this.computations = computations;
        this.owner = owner;
        this.interruptible = interruptible;
        queue = computations.queueOf(owner.executionTarget());
        pending = computations.pool().quiescence().pending();
        createdNanos = computations.clock().nanoTime();
    }

    /**
     * Computes, all or a slice. Called by one thread at a time, with the context; must not throw.
     *
     * @return whether there is more to compute: then it waits in the queue again
     */
    protected abstract boolean compute();

    /** It has computed all, and is needed. Called with the context, on a thread where the code of the mashup may run. */
    protected abstract void computed();

    /** It has been dropped for {@code cause}. Called once, with the context, on a thread where the code of the mashup may run. */
    protected abstract void dropped(Drop cause);

    /**
     * Queues it.
     *
     * @return false if as many as may wait do: then it never runs, and {@link #dropped} is not called
     * @throws IllegalStateException if the mashup is over
     */
    protected final boolean start() {
        try {
            owner.adds(this);
        } catch (IllegalStateException x) {
            pending.end();
            throw x;
        }
        waits(true);
        if (queue.add(this)) {
            return true;
        }
        if (moves(ComputeState.WAITING, ComputeState.REMOVED)) {
            waits(false);
            owner.removes(this);
            pending.end();
        }
        return false;
    }

    /**
     * Nobody needs it any more: it does not begin, or its result does not count. Without effect after its end.
     *
     * @param cause null if all has been computed without it
     */
    public final void unneeded(@Nullable Drop cause) {
        if (drop(cause) && cause != null) {
            deliverDropped(cause);
        }
    }

    /**
     * As {@link #unneeded}, without a call of code of the mashup.
     *
     * @return whether it has been dropped by this: then {@link #deliverDropped} follows, unless all has been computed without it
     */
    public final boolean drop(@Nullable Drop cause) {
        for (ComputeState now = state(); !now.isDecided(); now = state()) {
            ComputeState next = now == ComputeState.WAITING
                    ? ComputeState.REMOVED
                    : interruptible ? ComputeState.INTERRUPTING : ComputeState.ABANDONED;
            if (moves(now, next)) {
                leave(next);
                owner.removes(this);
                if (cause != null) {
                    computations.countDrop(cause);
                }
                return true;
            }
        }
        return false;
    }

    /** What depends on it goes on without its value. */
    public final void deliverDropped(Drop cause) {
        Runnable delivery = delivery(() -> dropped(cause));
        ExecutionTarget.OtherThreads elsewhere = owner.executionTarget().otherThreads();
        if (elsewhere == null) {
            delivery.run();
        } else {
            elsewhere.execute(delivery);
        }
    }

    private void leave(ComputeState next) {
        if (next == ComputeState.REMOVED) {
            waits(false);
            queue.remove(this);
            pending.end();
            if (begun) {
                computations.ended(mashup(), ranNanos);
            }
            return;
        }
        Thread running = runner;
        if (next == ComputeState.INTERRUPTING && running != null) {
            running.interrupt();
            moves(ComputeState.INTERRUPTING, ComputeState.INTERRUPTED);
        }
        watch = computations.watch(this);
        if (!isOverdue()) {
            endWatch();
        }
    }

    /** Its dependents are code of the mashup. */
    private Runnable delivery(Runnable completion) {
        return () -> owner.begins(RequestPhase.COMPOSING).during(() -> context.run(completion));
    }

    /**
     * What depends on its value goes on, if it has one that is needed. By the thread that has run it, after {@link #run}; that one is not
     * for code that may wait.
     */
    final void deliverComputed() {
        if (!hasValue) {
            return;
        }
        Runnable delivery = delivery(this::computed);
        computations.executorOf(owner.executionTarget()).execute(() -> {
            QuiescenceTracker.Stretch quiescence =
                    computations.pool().quiescence().begin();
            try {
                delivery.run();
            } finally {
                quiescence.end();
                pending.end();
                // What the mashup has left on the thread does not concern its next work.
                Thread.interrupted();
            }
        });
    }

    /**
     * Runs it on the calling thread, unless it has been removed.
     *
     * @return whether it is to be queued again
     */
    final boolean run() {
        runner = Thread.currentThread();
        if (!moves(ComputeState.WAITING, ComputeState.RUNNING)) {
            return false;
        }
        ThreadLedger.Work work = owner.begins(RequestPhase.COMPUTING);
        waits(false);
        QuiescenceTracker.Stretch quiescence = computations.pool().quiescence().begin();
        Context.Scope scope = context.enter();
        boolean more = false;
        try {
            more = BrokerPool.compute(this::runWithin);
            return more;
        } finally {
            if (more) {
                waits(true);
            }
            scope.close();
            quiescence.end();
            work.close();
            if (!more && !hasValue) {
                pending.end();
            }
        }
    }

    /** Begins to wait in the queue, or ends that, in the phases of its request. */
    private void waits(boolean begins) {
        RequestPhases phases = owner.phases();
        if (phases == null) {
            return;
        }
        if (begins) {
            phases.begin(RequestPhase.COMPUTE_QUEUE);
        } else {
            phases.end(RequestPhase.COMPUTE_QUEUE);
        }
    }

    private boolean runWithin() {
        long began = computations.clock().nanoTime();
        if (!begun) {
            begun = true;
            computations.began(mashup(), began - createdNanos);
        }
        boolean more = false;
        boolean needed;
        try {
            more = compute();
        } finally {
            ranNanos += computations.clock().nanoTime() - began;
            needed = ends(more ? ComputeState.WAITING : ComputeState.ENDED);
        }
        if (needed && more) {
            return true;
        }
        computations.ended(mashup(), ranNanos);
        if (needed) {
            owner.removes(this);
            hasValue = true;
        }
        return false;
    }

    /** Ends the run; the thread is not interrupted afterwards. Returns false if nobody needs it. */
    private boolean ends(ComputeState next) {
        boolean needed = moves(ComputeState.RUNNING, next);
        if (!needed) {
            while (state() == ComputeState.INTERRUPTING) {
                Thread.onSpinWait();
            }
            moves(state(), ComputeState.ENDED);
            endWatch();
        }
        // Neither what has interrupted it nor what it has done itself concerns the next work of the thread.
        Thread.interrupted();
        return needed;
    }

    private void endWatch() {
        Clock.ScheduledTask scheduled = watch;
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    private ComputeState state() {
        return Objects.requireNonNull(state.get());
    }

    private boolean moves(ComputeState from, ComputeState to) {
        if (!to.follows(from)) {
            throw new IllegalStateException(to + " does not follow " + from);
        }
        return state.compareAndSet(from, to);
    }

    /** Returns whether it waits: it has not been removed. */
    final boolean isWaiting() {
        return state() == ComputeState.WAITING;
    }

    /** Returns whether it runs although nobody needs it. */
    final boolean isOverdue() {
        return state().isOverdue();
    }

    /** Runs {@code action} with the context of the mashup, so that a line of the log has the id of its request. */
    final void within(Runnable action) {
        context.run(action);
    }

    final boolean isInterruptible() {
        return interruptible;
    }

    final int rank() {
        return owner.rank();
    }

    final @Nullable Thread runner() {
        return runner;
    }

    final String mashup() {
        return owner.executionTarget().mashup();
    }
}
