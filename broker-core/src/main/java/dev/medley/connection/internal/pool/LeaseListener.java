package dev.medley.connection.internal.pool;

import dev.medley.connection.internal.Lease;

/**
 * Waits for a lease, with the events of table 1 of the paper. One of {@link #onConnectionEstablished} and
 * {@link #onConnectionFailed} is called, once, as the last. Called by broker threads, holding no lock; must not block.
 */
public interface LeaseListener {

    /** The TLS handshake of the connection that is opened for this listener begins. */
    default void onHandshaking() {}

    /** A stream is free, of a new connection or of one that became idle. */
    void onConnectionEstablished(Lease lease);

    /** The connection that was opened for this listener, or that it waited for, is not established. */
    void onConnectionFailed(Throwable failure);
}
