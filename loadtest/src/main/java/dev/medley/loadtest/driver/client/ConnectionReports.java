package dev.medley.loadtest.driver.client;

import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.util.Attachable;
import org.jspecify.annotations.Nullable;

/**
 * The connection pool, as far as Jetty knows. It is never asked for a connection, because no request is ever queued at
 * Jetty's destination; Jetty reports to it which connections are closed.
 */
final class ConnectionReports implements ConnectionPool {

    private final Connections connections;

    ConnectionReports(Connections connections) {
        this.connections = connections;
    }

    @Override
    public boolean isActive(Connection connection) {
        return true;
    }

    @Override
    public boolean isEmpty() {
        return connections.open() == 0;
    }

    @Override
    public @Nullable Connection acquire(boolean create) {
        return null;
    }

    @Override
    public boolean accept(Connection connection) {
        return false;
    }

    @Override
    public boolean release(Connection connection) {
        return true;
    }

    @Override
    public boolean remove(Connection connection) {
        Connections.PooledConnection line = (Connections.PooledConnection) ((Attachable) connection).getAttachment();
        if (line != null) {
            connections.lost(line);
        }
        return true;
    }
}
