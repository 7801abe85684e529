package dev.medley.thread.internal.compute;

/** Is told of the computations of a broker. Called by the threads that carry them out; must not block. */
public interface ComputeObserver {

    /** A computation of {@code mashup} has begun, after it has waited. */
    void began(String mashup, long waitedNanos);

    /** A computation of {@code mashup} has ended, whether its result is needed or not. */
    void ended(String mashup, long ranNanos);
}
