package dev.medley.connection;

import dev.medley.thread.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Keeps the connections to all partners.
 *
 * <p>Each connection is opened by Medley for an exchange that is known, so that what happens to it happens to that exchange
 * and to no other.
 */
public final class ConnectionManager implements AutoCloseable {

    private final Connector connector;
    private final Clock clock;
    private final List<ConnectionPool> pools = new CopyOnWriteArrayList<>();

    /** Creates a manager of what {@code connector} opens; {@link #start()} brings it to life. */
    public ConnectionManager(Connector connector, Clock clock) {
        this.connector = connector;
        this.clock = clock;
    }

    /**
     * Creates the pool of connections to one address.
     *
     * @param keepAliveNanos how long an idle connection is kept, in nanoseconds; 0 for as long as the partner does
     */
    public ConnectionPool pool(Address address, long keepAliveNanos) {
        ConnectionPool pool = new ConnectionPool(connector, clock, address, keepAliveNanos);
        pools.add(pool);
        return pool;
    }

    /**
     * Starts the connector. The pool of threads must have been started.
     *
     * @throws IllegalStateException if it does not start
     */
    public void start() {
        connector.start();
    }

    /**
     * Closes all connections.
     *
     * @throws IllegalStateException if the connector does not close
     */
    @Override
    public void close() {
        pools.forEach(ConnectionPool::close);
        connector.close();
    }
}
