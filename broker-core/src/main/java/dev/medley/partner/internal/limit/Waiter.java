package dev.medley.partner.internal.limit;

import org.jspecify.annotations.Nullable;

/** Waits in the queue of a {@link Limiter}. A waiter is its own place in the queue, so that leaving takes no search. */
public abstract class Waiter {

    // Written and read by Limiter under its lock only.
    @Nullable
    Waiter ahead;

    @Nullable
    Waiter behind;

    boolean queued;
    /** The time by the limiter's clock, if the age of its waiters is bounded. */
    long sinceNanos;

    /** For subclasses. */
    protected Waiter() {}

    /** Returns the priority, which must not change while it waits. */
    protected Priority priority() {
        return Priority.NORMAL;
    }

    /**
     * The waiter has been admitted after a wait. Called by a broker thread, holding no lock; must not block. The limiter
     * must be released in the end.
     */
    protected abstract void onAdmitted();

    /**
     * The waiter has left the queue and is not admitted. Called by a broker thread, holding no lock; must not block. The
     * limiter must not be released.
     */
    protected abstract void onDropped(Drop cause);

    /** The cause for which a waiter leaves the queue. */
    public enum Drop {
        /** It has waited for the maximum age. */
        TOO_OLD,
        /** The queue was full, and another waiter is to be admitted before it. */
        DISPLACED
    }
}
