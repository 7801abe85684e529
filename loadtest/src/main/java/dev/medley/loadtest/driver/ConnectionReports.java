package dev.medley.loadtest.driver;

import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.util.Attachable;
import org.jspecify.annotations.Nullable;

/**
 * What Jetty believes to be its connection pool. It is never asked for a connection, as no request is ever queued at
 * Jetty's destination; it is told which connections are gone.
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
        PooledConnection line = (PooledConnection) ((Attachable) connection).getAttachment();
        if (line != null) {
            connections.lost(line);
        }
        return true;
    }
}
