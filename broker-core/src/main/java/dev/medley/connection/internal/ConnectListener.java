package dev.medley.connection.internal;

/**
 * The events of a connect. One of {@link #onConnectionEstablished} and {@link #onConnectionFailed} is called, once, as the
 * last. Called by broker threads, holding no lock; must not block.
 */
public interface ConnectListener {

    /** The socket is connected, and the TLS handshake begins; only where there is one. */
    void onHandshaking();

    /** The connection is established. */
    void onConnectionEstablished(PartnerConnection connection);

    /** The connection is not established. */
    void onConnectionFailed(Throwable failure);
}
