package dev.medley.connection;

/**
 * Somebody who waits for a new connection. Exactly one of the two is called, by a broker thread, holding no lock; they
 * must not block.
 */
public interface Opening {

    /** The connection is established. Whoever no longer wants it is to put it back. */
    void onOpened(WireConnection connection);

    /** The connection could not be established: refused, unreachable, timed out, or the name did not resolve. */
    void onOpenFailed(Throwable failure);
}
