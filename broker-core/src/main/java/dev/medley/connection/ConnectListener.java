package dev.medley.connection;

/** The outcome of a connect. One of the methods is called, once, by a broker thread, holding no lock; must not block. */
public interface ConnectListener {

    /** The connection is established. */
    void onConnectionEstablished(PartnerConnection connection);

    /** The connection is not established. */
    void onConnectionFailed(Throwable failure);
}
