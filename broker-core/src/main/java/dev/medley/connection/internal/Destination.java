package dev.medley.connection.internal;

import dev.medley.connection.internal.address.Address;

/** An address, and how connections to it are made. Thread-safe. */
public interface Destination {

    /** Returns the address. */
    Address address();

    /**
     * Opens a connection. Does not block.
     *
     * @param owner is called back as long as the connection lives
     * @param listener is called back once with the outcome, maybe before this returns; never, if the connector closes
     *     first
     */
    void connect(ConnectionListener owner, ConnectListener listener);
}
