package dev.medley.connection;

/** Opens connections; one implementation a protocol. Thread-safe. */
public interface Connector extends AutoCloseable {

    /**
     * Starts the connector. The pool must have been started.
     *
     * @throws IllegalStateException if it does not start
     */
    void start();

    /**
     * Opens a connection to {@code address}. Does not block.
     *
     * @param owner is called back as long as the connection lives
     * @param listener is called back once, maybe before this returns; never, if the connector closes first
     */
    void connect(Address address, ConnectionListener owner, ConnectListener listener);

    /**
     * Closes all connections.
     *
     * @throws IllegalStateException if they do not close
     */
    @Override
    void close();
}
