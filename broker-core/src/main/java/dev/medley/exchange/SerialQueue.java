package dev.medley.exchange;

import dev.medley.thread.ThreadLedger;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what is signalled to an exchange one after another, in order, without a lock: whoever finds nobody at work does
 * the work, his own and what others leave meanwhile; whoever finds somebody at work leaves his signal to him.
 *
 * <p>One field tells it all: null when nobody is at work, else the last signal that was left, each pointing to the one
 * before it. {@link Exchange} extends this rather than having one, as there are tens of thousands of exchanges.
 */
abstract class SerialQueue {

    private static final Logger LOG = LoggerFactory.getLogger(SerialQueue.class);
    private static final VarHandle LAST;
    /** At work, and nothing left. */
    private static final Signal AT_WORK = new Signal(() -> {}, null);

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(SerialQueue.class, "last", Signal.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private volatile @Nullable Signal last;

    /** Runs {@code task} now, or once those before it are done. */
    final void signal(Runnable task) {
        if (LAST.compareAndSet(this, null, AT_WORK)) {
            work(task);
            return;
        }
        while (true) {
            Signal before = last;
            if (before == null) {
                if (LAST.compareAndSet(this, null, AT_WORK)) {
                    work(task);
                    return;
                }
            } else if (LAST.compareAndSet(this, before, new Signal(task, before))) {
                return;
            }
        }
    }

    /** Whether nobody is at work; tests wait for it before they move the clock. */
    final boolean isAtRest() {
        return last == null;
    }

    /** The ledger that the time at work is entered in. */
    abstract ThreadLedger ledger();

    /** A task threw {@code defect}, which none ever should. Nor should this. */
    abstract void failed(Throwable defect);

    private void work(Runnable first) {
        ThreadLedger.Work work = ledger().exchangeWork();
        try {
            run(first);
            while (!LAST.compareAndSet(this, AT_WORK, null)) {
                Signal newest = (Signal) LAST.getAndSet(this, AT_WORK);
                for (Signal next = inOrder(newest); next != null; next = next.link) {
                    run(next.task);
                }
            }
        } finally {
            work.close();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error x) {
            fail(x);
        }
    }

    /** Whatever comes of it, the signals behind have their turn: else nobody would ever find nobody at work again. */
    private void fail(Throwable defect) {
        try {
            failed(defect);
        } catch (RuntimeException | Error x) {
            LOG.error("{}: a defect of Medley, in the handling of {}", this, defect, x);
        }
    }

    /** Turns the chain round, from the newest first to the oldest first. */
    private static @Nullable Signal inOrder(Signal newest) {
        Signal done = null;
        Signal rest = newest;
        while (rest != null && rest != AT_WORK) {
            Signal before = rest.link;
            rest.link = done;
            done = rest;
            rest = before;
        }
        return done;
    }

    private static final class Signal {

        final Runnable task;

        @Nullable
        Signal link;

        Signal(Runnable task, @Nullable Signal before) {
            this.task = task;
            this.link = before;
        }
    }
}
