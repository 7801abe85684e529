package dev.medley.connection;

/** The life of a connection after it is established. Called by any thread, holding no lock; must not block. */
public interface ConnectionListener {

    /** A stream of the connection can be used again. */
    void onConnectionIdle(PartnerConnection connection);

    /** The connection is closed; called at least once. */
    void onConnectionClosed(PartnerConnection connection);
}
