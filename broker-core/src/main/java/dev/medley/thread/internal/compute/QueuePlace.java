package dev.medley.thread.internal.compute;

import org.jspecify.annotations.Nullable;

/** The place of a computation among those of its priority, in a ring with the ends of that line. Guarded by the lock of the queue. */
final class QueuePlace {

    /** Null for the ends of a line, and while it is in none. */
    private @Nullable Computation computation;

    private QueuePlace previous = this;
    private QueuePlace next = this;

    /** The first place of the line whose ends this is. */
    QueuePlace first() {
        return next;
    }

    /** The last place of the line whose ends this is. */
    QueuePlace last() {
        return previous;
    }

    /** Returns whether it is in a line; of the ends, whether anything is in theirs. */
    boolean isLinked() {
        return next != this;
    }

    /** {@code entering} enters the line whose ends are {@code ends}, behind all others. */
    void enter(QueuePlace ends, Computation entering) {
        computation = entering;
        previous = ends.previous;
        next = ends;
        previous.next = this;
        ends.previous = this;
    }

    /** Leaves the line that it is in; returns what was there. */
    @Nullable
    Computation leave() {
        Computation leaving = computation;
        computation = null;
        previous.next = next;
        next.previous = previous;
        previous = this;
        next = this;
        return leaving;
    }
}
