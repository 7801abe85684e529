package dev.medley.connection.internal.pool;

import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.Connector;
import dev.medley.connection.internal.SharedBounds;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceName;
import dev.medley.thread.internal.Clock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection pools of all partners, and the connector that opens their connections.
 *
 * <p>Medley opens each connection itself, so that the events of a connection belong to the attempt that has leased it and
 * to no other.
 */
public final class ConnectionManager implements AutoCloseable {

    private final Connector connector;
    private final Clock clock;
    private final Executor executor;
    private final List<ConnectionPool> pools = new CopyOnWriteArrayList<>();

    /**
     * Creates a manager of the connections that {@code connector} opens; {@link #start()} starts it.
     *
     * @param executor runs the callbacks of listeners that wait for a lease
     */
    public ConnectionManager(Connector connector, Clock clock, Executor executor) {
        this.connector = connector;
        this.clock = clock;
        this.executor = executor;
    }

    /**
     * Creates the pool of connections to one address.
     *
     * @param settings by which the connections are made
     * @param maxConnections open at a time, those that are being opened included, where each carries one exchange
     * @param keepAlive for how long an idle connection is kept; zero for as long as the partner does
     * @throws IllegalArgumentException if connections cannot be made by these settings, saying why
     */
    public ConnectionPool pool(Address address, ConnectSettings settings, int maxConnections, Duration keepAlive) {
        ConnectionPool pool = new ConnectionPool(
                connector.destination(address, settings),
                settings,
                clock,
                executor,
                maxConnections,
                keepAlive.toNanos());
        pools.add(pool);
        return pool;
    }

    /** Retires a pool, whose address is used no more: its connections are closed as they become idle. */
    public void retire(ConnectionPool pool) {
        pool.retire();
        // Not at once: those that use or await its connections are failed by close().
        pools.removeIf(ConnectionPool::isSpent);
    }

    /**
     * Looks a name up. Does not block.
     *
     * @param whenDone is called once by a thread of the pool, with the addresses in the order of the resolver, or with the
     *     failure
     */
    public void lookUp(String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone) {
        connector.lookUp(host, whenDone);
    }

    /** As above, the addresses of a service, which SRV records have. */
    public void lookUp(ServiceName service, BiConsumer<@Nullable List<ServiceAddress>, @Nullable Throwable> whenDone) {
        connector.lookUp(service, whenDone);
    }

    /**
     * Raises the bounds that all connections share; a lower value than before has no effect.
     * Heads are bounded by them on connections that are established from now on.
     */
    public void raise(SharedBounds bounds) {
        connector.raise(bounds);
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
