package dev.medley.partner;

import org.jspecify.annotations.Nullable;

/**
 * Somebody who asks for a permit, once.
 *
 * <p>A waiter is its own place in the queue, so that leaving the queue takes no search.
 */
public abstract class Waiter {

    // Written and read by Permits under its lock only.
    @Nullable
    Waiter ahead;

    @Nullable
    Waiter behind;

    boolean queued;

    /** For subclasses. */
    protected Waiter() {}

    /**
     * The permit has come after a wait. Called by a broker thread, holding no lock; must not block.
     *
     * @param permit to be ended by whoever is called
     */
    protected abstract void onPermit(Permit permit);
}
