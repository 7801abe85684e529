package dev.medley.connection.internal.http1;

import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.util.Attachable;
import org.jspecify.annotations.Nullable;

/**
 * The connection pool of Jetty's destinations, which pools nothing: exchanges never queue at a destination, so Jetty never
 * takes a connection from it. Jetty reports to it when a connection becomes idle and when one is closed.
 */
final class IdleReports implements ConnectionPool {

    @Override
    public boolean isActive(Connection connection) {
        return true;
    }

    @Override
    public boolean isEmpty() {
        return false;
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
        JettyConnection known = known(connection);
        if (known != null) {
            known.onConnectionIdle();
        }
        return true;
    }

    @Override
    public boolean remove(Connection connection) {
        JettyConnection known = known(connection);
        if (known != null) {
            known.onConnectionClosed();
        }
        return true;
    }

    private static @Nullable JettyConnection known(Connection connection) {
        return (JettyConnection) ((Attachable) connection).getAttachment();
    }
}
