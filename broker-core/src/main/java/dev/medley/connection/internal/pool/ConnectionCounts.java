package dev.medley.connection.internal.pool;

/**
 * The number of connections at one moment.
 *
 * @param open established, in use or idle
 * @param idle established, waiting for work
 * @param opening being established
 * @param opened established since the start, in all
 * @param streams leased: exchanges that use a connection, or are about to
 */
public record ConnectionCounts(int open, int idle, int opening, long opened, int streams) {

    /** No connection. */
    public static final ConnectionCounts NONE = new ConnectionCounts(0, 0, 0, 0, 0);

    /** Adds {@code others}. */
    public ConnectionCounts plus(ConnectionCounts others) {
        return new ConnectionCounts(
                open + others.open,
                idle + others.idle,
                opening + others.opening,
                opened + others.opened,
                streams + others.streams);
    }
}
