package dev.medley.thread.internal;

import dev.medley.thread.internal.BrokerThread.WorksFor;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs Medley's own work that is in proportion to a large body, such as the check of a document, and
 * expressions of declared mashups that may take long, on as many threads of the pool as
 * there are processors: on a thread that selects, it would hold up all others that this serves. It is not for the code of mashups, which
 * may block: what follows of that goes back to the loop. Thread-safe.
 */
public final class BodyExecutor implements Executor {

    /**
     * The bytes up to which work stays on a loop. The check of so many takes some 0.2 ms, a tenth of the time that a client's turn may
     * take, and ten times that of the hand-over to another thread.
     */
    public static final int LARGE = 64 * 1024;

    private final BrokerPool pool;
    private final BoundedExecutor threads;
    private volatile boolean inPlace;

    /** Creates an executor on {@code maxThreads} threads of {@code pool}; with 0, all work stays where it is. */
    BodyExecutor(BrokerPool pool, int maxThreads) {
        this.pool = pool;
        threads = new BoundedExecutor(pool, maxThreads, WorksFor.BODIES);
        inPlace = maxThreads == 0;
    }

    /** All work stays where it is from now on; before the first. */
    public void keepInPlace() {
        inPlace = true;
    }

    /**
     * Returns whether work that may take long has to leave the calling thread: one of the pool, which may select, unless it is for
     * such work, of the share for mashups, or an inbound request's own.
     */
    public boolean isForLongWork() {
        return !inPlace
                && pool.isRunning()
                && Thread.currentThread() instanceof BrokerThread thread
                && thread.worksFor() == WorksFor.ALL
                && !thread.isHeld();
    }

    /** Returns whether work on {@code bytes} bytes has to leave the calling thread. */
    public boolean isFor(long bytes) {
        return bytes > LARGE && isForLongWork();
    }

    /** Runs {@code task} on one of its threads, after those that wait; at once if the pool is closed. */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /**
     * Has {@code work} done on one of its threads, and calls {@code rest} with its value or with what it has thrown: on the loop that calls
     * this, where code of mashups may run; on another thread of the pool if none does. Code of mashups is not at rest until then.
     */
    public <T> void execute(
            Supplier<? extends @Nullable T> work, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> rest) {
        Loop home = Loop.current();
        QuiescenceTracker.Stretch pending = pool.quiescence().pending();
        execute(() -> {
            T value = null;
            Throwable failure = null;
            try {
                value = work.get();
            } catch (RuntimeException | Error x) {
                failure = x;
            }
            goOn(home, pending, rest, value, failure);
        });
    }

    private <T> void goOn(
            @Nullable Loop home,
            QuiescenceTracker.Stretch pending,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> rest,
            @Nullable T value,
            @Nullable Throwable failure) {
        Runnable task = () -> {
            try {
                rest.accept(value, failure);
            } finally {
                pending.end();
            }
        };
        if (!pool.isRunning()) {
            task.run();
        } else if (home == null) {
            pool.execute(task);
        } else {
            home.execute(task);
        }
    }

    /** Returns the number of tasks that wait. */
    int queued() {
        return threads.queued();
    }
}
