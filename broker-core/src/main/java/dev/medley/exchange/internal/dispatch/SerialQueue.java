package dev.medley.exchange.internal.dispatch;

import dev.medley.connection.internal.WriteBatch;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after another, in order, without a lock: the thread that finds the queue idle runs its own task and all
 * that other threads add meanwhile; a thread that finds it busy adds its task and goes on.
 *
 * <p>One field holds the state: null when the queue is idle, else the task that was added last, each pointing to the one
 * before it. A call extends this rather than having one, because there are tens of thousands of calls.
 *
 * <p>A task may start other calls, whose queues run within it. Beyond a small depth the queue is drained by the pool
 * instead, so that a chain of exchanges that fail at once does not become a deep stack. If tasks call a listener of a mashup
 * whose code must not run on the calling thread, the queue is drained where it may. Other tasks run here in any case: a
 * mashup that blocks holds no connection.
 */
public abstract class SerialQueue {

    /** The number of queues that may run within one another on a thread. */
    public static final int MAX_DEPTH = 16;

    private static final Logger LOG = LoggerFactory.getLogger(SerialQueue.class);
    private static final VarHandle LAST;
    /** Busy, and nothing added. */
    private static final Entry BUSY = new Entry(() -> {}, null);

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(SerialQueue.class, "last", Entry.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final ExecutionTarget executionTarget;
    /** True once tasks call a listener of the mashup. */
    private boolean listenedTo;

    private volatile @Nullable Entry last;
    /** Entries taken and not yet run, the first one first. For the thread that runs the queue. */
    private @Nullable Entry taken;

    /** Creates a queue for the mashup that has {@code executionTarget}. */
    public SerialQueue(ExecutionTarget executionTarget) {
        this.executionTarget = executionTarget;
    }

    /** Tasks that are added from now on call a listener of the mashup: they run where its code may. */
    public final void listenedTo() {
        listenedTo = true;
    }

    /** Runs {@code task} now, or once those before it are done. */
    public final void signal(Runnable task) {
        while (true) {
            Entry before = last;
            if (before == null ? runNow(task) : LAST.compareAndSet(this, before, new Entry(task, before))) {
                return;
            }
        }
    }

    /** Returns whether the queue is idle; tests wait for it before they move the clock. */
    public final boolean isAtRest() {
        return last == null;
    }

    /** The ledger that the time of the tasks is entered in. */
    protected abstract ThreadLedger ledger();

    /** Returns whether no task may run on the calling thread. */
    protected boolean leavesThread() {
        return false;
    }

    /** Runs {@code task} on a thread of the pool; at once if the pool is closed. */
    protected abstract void executeLater(Runnable task);

    /** A task threw {@code defect}, which none ever should. Nor should this. */
    protected abstract void failed(Throwable defect);

    /** The work is begun before the queue becomes busy: an Error in beginning it leaves the queue idle. */
    private boolean runNow(Runnable task) {
        ThreadLedger.Work work = ledger().exchangeWork(executionTarget);
        WriteBatch batch = WriteBatch.begin();
        try {
            ExecutionTarget.OtherThreads elsewhere = listenedTo ? executionTarget.otherThreads() : null;
            if (elsewhere != null || work.depth() > MAX_DEPTH || leavesThread()) {
                if (LAST.compareAndSet(this, null, new Entry(task, BUSY))) {
                    drainElsewhere(elsewhere);
                    return true;
                }
                return false;
            }
            if (LAST.compareAndSet(this, null, BUSY)) {
                drain(task);
                return true;
            }
            return false;
        } finally {
            batch.end();
            work.close();
        }
    }

    private void drainElsewhere(ExecutionTarget.@Nullable OtherThreads elsewhere) {
        if (elsewhere == null) {
            executeLater(this::drainLater);
        } else {
            elsewhere.execute(this::drainLater);
        }
    }

    private void drainLater() {
        ThreadLedger.Work work = ledger().exchangeWork(executionTarget);
        WriteBatch batch = WriteBatch.begin();
        try {
            drain(null);
        } finally {
            batch.end();
            work.close();
        }
    }

    /** Runs {@code first} and all that is added, until the queue is idle. */
    private void drain(@Nullable Runnable first) {
        boolean idle = false;
        try {
            if (first != null) {
                run(first);
            }
            do {
                for (Entry next = taken; next != null; next = taken) {
                    taken = next.link;
                    run(next.task);
                }
                idle = LAST.compareAndSet(this, BUSY, null);
                if (!idle) {
                    taken = inOrder((Entry) LAST.getAndSet(this, BUSY));
                }
            } while (!idle);
        } finally {
            if (!idle) {
                // An Error in the handling of an Error. The queue must not stay marked busy for ever.
                executeLater(this::drainLater);
            }
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error x) {
            fail(x);
        }
    }

    private void fail(Throwable defect) {
        try {
            failed(defect);
        } catch (RuntimeException | Error x) {
            // Must not propagate: the tasks behind have their turn.
            LOG.error("{}: internal error while handling {}", this, defect, x);
        }
    }

    /** Turns the chain round, from the newest first to the oldest first. */
    private static @Nullable Entry inOrder(Entry newest) {
        Entry done = null;
        Entry rest = newest;
        while (rest != null && rest != BUSY) {
            Entry before = rest.link;
            rest.link = done;
            done = rest;
            rest = before;
        }
        return done;
    }

    private static final class Entry {

        final Runnable task;

        @Nullable
        Entry link;

        Entry(Runnable task, @Nullable Entry before) {
            this.task = task;
            this.link = before;
        }
    }
}
