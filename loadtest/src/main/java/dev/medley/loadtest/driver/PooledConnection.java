package dev.medley.loadtest.driver;

import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;

/** A connection and what is on it. Its fields belong to {@link Connections} and are guarded by its lock. */
final class PooledConnection {

    final Connection connection;
    private final int most;
    int used;
    boolean listed;
    boolean gone;

    /** @param most requests at a time, whatever the target allows */
    PooledConnection(Connection connection, int most) {
        this.connection = connection;
        this.most = most;
    }

    boolean hasRoom() {
        return used < most && used < allowed();
    }

    /** The requests that the target wants at a time. */
    private int allowed() {
        if (connection instanceof ConnectionPool.MaxMultiplexable multiplexable) {
            int streams = multiplexable.getMaxMultiplex();
            return streams < 0 ? Integer.MAX_VALUE : streams;
        }
        return 1;
    }
}
