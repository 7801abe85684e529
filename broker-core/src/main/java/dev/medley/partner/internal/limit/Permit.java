package dev.medley.partner.internal.limit;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The right to have one attempt under way. Its holder must end it with the result; ending it again does nothing.
 *
 * @param <R> the result of what was admitted
 */
public final class Permit<R> {

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<Permit> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(Permit.class, "ended");

    private final Admission<R> admission;
    private volatile int ended;

    Permit(Admission<R> admission) {
        this.admission = admission;
    }

    /** Gives the right back. By any thread. */
    public void release(R result) {
        if (ENDED.compareAndSet(this, 0, 1)) {
            try {
                admission.ended(result);
            } finally {
                admission.limiter().release();
            }
        }
    }

    /**
     * Goes over to the next of a row, which needs no place in the queue.
     *
     * @param result of the one before
     * @return whether the stages admit the next one; if not, the right has been given back
     */
    public boolean handOver(R result) {
        if (ended != 0) {
            return false;
        }
        admission.ended(result);
        if (admission.stagesAdmit()) {
            return true;
        }
        if (ENDED.compareAndSet(this, 0, 1)) {
            admission.limiter().release();
        }
        return false;
    }
}
