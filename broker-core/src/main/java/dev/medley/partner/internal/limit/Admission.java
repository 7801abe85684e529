package dev.medley.partner.internal.limit;

import java.util.List;

/**
 * Decides which attempts or requests start now: each stage in turn, then the limiter with its queue. Thread-safe.
 *
 * @param <R> the result of what is admitted
 */
public final class Admission<R> {

    private final List<AdmissionStage<R>> stages;
    private final Limiter limiter;

    /** Creates an admission by {@code stages} and {@code limiter}, in that order. */
    public Admission(List<AdmissionStage<R>> stages, Limiter limiter) {
        this.stages = List.copyOf(stages);
        this.limiter = limiter;
    }

    /** Asks for a permit. If {@code waiter} is queued, it takes its {@link #permit()} when it has been admitted. */
    public Limiter.Entry acquire(Waiter waiter) {
        return stagesAdmit() ? limiter.acquire(waiter) : Limiter.Entry.REFUSED_BY_STAGE;
    }

    /** The permit of a waiter that has been admitted; to be taken once. */
    public Permit<R> permit() {
        return new Permit<>(this);
    }

    /** The limiter, whose bounds can be changed at run time. */
    public Limiter limiter() {
        return limiter;
    }

    boolean stagesAdmit() {
        // For each attempt: without an iterator.
        for (int i = 0; i < stages.size(); i++) {
            if (!stages.get(i).admits()) {
                return false;
            }
        }
        return true;
    }

    void ended(R result) {
        for (int i = 0; i < stages.size(); i++) {
            stages.get(i).onEnded(result);
        }
    }
}
