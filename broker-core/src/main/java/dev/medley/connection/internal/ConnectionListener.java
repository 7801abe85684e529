package dev.medley.connection.internal;

/** The life of a connection after it is established. Called by any thread, holding no lock; must not block. */
public interface ConnectionListener {

    /** A stream of the connection can be used again. */
    void onConnectionIdle(PartnerConnection connection);

    /** The number of streams that the connection may have at a time has changed. */
    void onMaxStreamsChanged(PartnerConnection connection);

    /** The connection takes no further request; those under way go on, and then it closes. Called at least once. */
    void onConnectionDraining(PartnerConnection connection);

    /** The connection was stale when it was leased: the partner had ended it, and maybe those that had been idle for longer. */
    void onConnectionStale(PartnerConnection connection);

    /** The connection is closed; called at least once. */
    void onConnectionClosed(PartnerConnection connection);
}
