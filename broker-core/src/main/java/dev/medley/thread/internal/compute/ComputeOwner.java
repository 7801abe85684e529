package dev.medley.thread.internal.compute;

import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import org.jspecify.annotations.Nullable;

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

    /**
     * Work for the mashup begins on the calling thread, which closes it: a computation or a slice of it, or code of the mashup that
     * depends on one.
     *
     * @param phase of the request meanwhile
     */
    ThreadLedger.Work begins(RequestPhase phase);

    /** Returns where the time of its request goes; null if that does not count. */
    @Nullable
    RequestPhases phases();
}
