package dev.medley.js.internal.call;

import org.jspecify.annotations.Nullable;

/** Takes what is to be done in the context of a run, one after another. */
public interface TaskQueue {

    /** Does {@code task} in a turn, soon; not at all once the run is over. By any thread. */
    void add(Runnable task);

    /**
     * Something is about to be in flight that will add a task, so that the run is not stuck. Within a turn.
     *
     * @return why it must not begin, because the run has had as many; null if it may
     */
    @Nullable
    String begins();

    /** What was in flight has ended. Within a turn. */
    void ends();
}
