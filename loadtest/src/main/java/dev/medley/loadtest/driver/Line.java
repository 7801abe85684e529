package dev.medley.loadtest.driver;

import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;

/** A connection and what is on it. Its fields belong to {@link Connections} and are guarded by its lock. */
final class Line {

    final Connection connection;
    int used;
    boolean listed;
    boolean gone;

    Line(Connection connection) {
        this.connection = connection;
    }

    /** The requests that it can carry at a time, as the target says. */
    int capacity() {
        if (connection instanceof ConnectionPool.MaxMultiplexable multiplexable) {
            int streams = multiplexable.getMaxMultiplex();
            return streams < 0 ? Integer.MAX_VALUE : streams;
        }
        return 1;
    }

    boolean hasRoom() {
        return used < capacity();
    }
}
