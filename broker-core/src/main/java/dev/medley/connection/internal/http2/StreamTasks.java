package dev.medley.connection.internal.http2;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks of a stream one after another, in order, without a lock: the thread that finds none under way runs its own
 * task and all that other threads add meanwhile. Transfers extend it rather than having one, because there may be a million.
 */
abstract class StreamTasks {

    private static final Logger LOG = LoggerFactory.getLogger(StreamTasks.class);

    private static final AtomicReferenceFieldUpdater<StreamTasks, Task> LAST =
            AtomicReferenceFieldUpdater.newUpdater(StreamTasks.class, Task.class, "last");

    /** The task that was added last; null when none is under way. */
    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile @Nullable Task last;

    /** Runs {@code work} now, or after the tasks under way and those added before it. */
    final void signal(Runnable work) {
        Task added = new Task(work);
        Task before = LAST.getAndSet(this, added);
        if (before == null) {
            runFrom(added);
        } else {
            before.next = added;
        }
    }

    private void runFrom(Task first) {
        Task task = first;
        do {
            run(task.work);
            task = after(task);
        } while (task != null);
    }

    private @Nullable Task after(Task done) {
        Task next = done.next;
        if (next != null || LAST.compareAndSet(this, done, null)) {
            return next;
        }
        // Another thread has taken the last place and is about to set the link.
        while (next == null) {
            Thread.onSpinWait();
            next = done.next;
        }
        return next;
    }

    private void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error x) {
            // Must not propagate: the tasks behind have their turn.
            LOG.error("{}: internal error in a task of a stream", this, x);
        }
    }

    private static final class Task {

        final Runnable work;

        volatile @Nullable Task next;

        Task(Runnable work) {
            this.work = work;
        }
    }
}
