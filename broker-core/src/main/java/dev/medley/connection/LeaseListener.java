package dev.medley.connection;

/**
 * Waits for a lease, with the events of table 1 of the paper. One of the methods is called, once, by a broker thread,
 * holding no lock; must not block.
 */
public interface LeaseListener {

    /** A stream is free, of a new connection or of one that became idle. */
    void onConnectionEstablished(Lease lease);

    /** The connection that was opened for this listener is not established. */
    void onConnectionFailed(Throwable failure);
}
