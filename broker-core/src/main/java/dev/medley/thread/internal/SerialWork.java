package dev.medley.thread.internal;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Work that several threads call for, and one at a time does. The calls are counted: the thread that counts from zero works, and
 * works again if others have called meanwhile, which go on at once. What a thread has done before its call is seen by a round of
 * work that follows. No thread waits, and no call is lost:
 *
 * <pre>{@code
 * if (work.begins()) {
 *     do {
 *         // all that there is to do
 *     } while (work.goesOn());
 * }
 * }</pre>
 *
 * <p>A round must not throw, or the work never begins again. A call within a round is one more round.
 */
public final class SerialWork {

    private static final AtomicIntegerFieldUpdater<SerialWork> CALLS =
            AtomicIntegerFieldUpdater.newUpdater(SerialWork.class, "calls");

    /** The calls since the round under way began, and one for that round; 0 if none is under way. */
    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile int calls;

    /** Creates work that nobody does. */
    public SerialWork() {}

    /** Calls for the work. Returns whether the caller has to do it; if not, another thread does or is about to. */
    public boolean begins() {
        return CALLS.getAndIncrement(this) == 0;
    }

    /** A round is over. Returns whether there has to be another one; if not, the next call begins the work. */
    public boolean goesOn() {
        // The calls that are taken back are those that the next round sees.
        return !CALLS.compareAndSet(this, 1, 0) && CALLS.getAndSet(this, 1) > 0;
    }
}
