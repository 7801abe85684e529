package dev.medley.thread.internal.compute;

import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.ThreadLedger;

/** The mashup that computations belong to. Thread-safe. */
public interface ComputeOwner {

    /** Returns the threads that its code runs on. */
    ExecutionTarget executionTarget();

    /** Returns its priority, below {@link ComputeQueue#RANKS}: 0 precedes 1. */
    int rank();

    /**
     * Adds a computation, which is {@linkplain Computation#unneeded dropped} at the end of the mashup.
     *
     * @throws IllegalStateException if the mashup is over
     */
    void adds(Computation computation);

    /** Removes a computation that has ended. */
    void removes(Computation computation);

    /** A computation, or a slice of it, begins on the calling thread: returns the work that it is, for {@link #ends}. */
    ThreadLedger.Work begins();

    /** A computation, or a slice of it, has ended on the calling thread, and so has what depends on it. */
    void ends(ThreadLedger.Work work);
}
