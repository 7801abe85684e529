package dev.medley.partner.limit;

import org.jspecify.annotations.Nullable;

/** Waits in the queue of a {@link Limiter}. A waiter is its own place in the queue, so that leaving takes no search. */
public abstract class Waiter {

    // Written and read by Limiter under its lock only.
    @Nullable
    Waiter ahead;

    @Nullable
    Waiter behind;

    boolean queued;

    /** For subclasses. */
    protected Waiter() {}

    /**
     * The waiter has been admitted after a wait. Called by a broker thread, holding no lock; must not block. The limiter
     * must be released in the end.
     */
    protected abstract void onAdmitted();
}
