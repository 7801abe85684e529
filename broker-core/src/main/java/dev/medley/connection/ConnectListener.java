package dev.medley.connection;

/** The outcome of a connect. Exactly one method is called, once, by a broker thread, holding no lock; must not block. */
public interface ConnectListener {

    /** The connection is established. */
    void onConnected(PartnerConnection connection);

    /** The connection is not established. */
    void onConnectFailed(Throwable failure);
}
