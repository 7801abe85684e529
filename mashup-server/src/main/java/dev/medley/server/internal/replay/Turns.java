package dev.medley.server.internal.replay;

import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.QuiescenceTracker;
import dev.medley.thread.internal.QuiescenceTracker.Stretch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The turns of threads that report the ends of exchanges to a mashup, one at a time. A thread's turn begins when the turn
 * before is over and the mashup is {@linkplain QuiescenceTracker at rest}: {@code compose} has returned, or waits for a
 * stage, and the pool has run all tasks left to it. If {@code compose} adds a dependent to a stage only after its exchange
 * has ended, that dependent runs at once, on a thread without a turn. Thread-safe.
 */
final class Turns {

    /** A thread waits longer only if the code of the mashup waits in a way that is not known here. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final QuiescenceTracker quiescence;
    /** Of this broker only; removed at the end of each turn. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Stretch> turn = new ThreadLocal<>();

    Turns(QuiescenceTracker quiescence) {
        this.quiescence = quiescence;
    }

    /** Has what begins from now on counted, or not. */
    void watch(boolean on) {
        quiescence.watch(on);
    }

    /** Returns whether the calling thread may wait for other exchanges to end: it is not one that they need for it. */
    boolean mayWait() {
        return Loop.current() == null && !quiescence.isCounted();
    }

    /**
     * Waits for the turn of the calling thread, and begins it; in the code of the mashup there is none to wait for.
     *
     * @return false if it has none, because the one before, or the code of the mashup, has not come to an end
     */
    boolean take() throws InterruptedException {
        if (quiescence.isCounted()) {
            return true;
        }
        Stretch taken = quiescence.beginAtRest(LONGEST_NANOS);
        turn.set(taken);
        return taken != null;
    }

    /** Ends the turn of the calling thread, if it has one. */
    void release() {
        Stretch taken = turn.get();
        if (taken != null) {
            turn.remove();
            taken.end();
        }
    }
}
