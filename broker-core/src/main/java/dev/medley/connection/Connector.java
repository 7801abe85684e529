package dev.medley.connection;

/** Opens connections. Thread-safe. */
public interface Connector extends AutoCloseable {

    /**
     * Starts the connector. The pool must have been started.
     *
     * @throws IllegalStateException if it does not start
     */
    void start();

    /**
     * Returns a destination.
     *
     * @throws IllegalArgumentException if connections to it cannot be made by these settings, saying why
     */
    Destination destination(Address address, ConnectSettings settings);

    /**
     * Closes all connections.
     *
     * @throws IllegalStateException if they do not close
     */
    @Override
    void close();
}
