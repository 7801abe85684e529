package dev.medley.connection.internal.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one pool that have a free stream: those that carry exchanges beside it, and those that are idle. A
 * connection that carries exchanges is taken before an idle one, so that few connections are used, and exchanges with one
 * partner share writes.
 *
 * <p>Not thread-safe: guarded by the pool's lock.
 */
final class AvailableConnections {

    private final IdleConnections idle = new IdleConnections();

    /** Few: only connections with many streams are shared. */
    private final Deque<PooledConnection> shared = new ArrayDeque<>();

    private int leased;

    IdleConnections idle() {
        return idle;
    }

    /** The number of streams that are leased. */
    int leased() {
        return leased;
    }

    /**
     * Takes a stream of a connection that is newer than the one of that number, if there is one: by preference of an idle
     * connection that the loop of that number selects for.
     */
    @Nullable
    PooledConnection take(long newerThan, int loop) {
        for (PooledConnection connection : shared) {
            if (connection.isNewerThan(newerThan)) {
                lease(connection);
                return connection;
            }
        }
        PooledConnection own = idle.newest(loop);
        PooledConnection last = isUsable(own, newerThan) ? own : newestUsable(newerThan);
        if (last != null) {
            lease(last);
        }
        return last;
    }

    /** The idle connection that was used last may be old; the others are older still, or were opened for nothing. */
    private @Nullable PooledConnection newestUsable(long newerThan) {
        PooledConnection last = idle.newest();
        while (last != null && last.maxStreams() == 0) {
            last = last.older;
        }
        return isUsable(last, newerThan) ? last : null;
    }

    private static boolean isUsable(@Nullable PooledConnection connection, long newerThan) {
        return connection != null && connection.maxStreams() > 0 && connection.isNewerThan(newerThan);
    }

    /** Takes a stream of {@code connection}, which has a free one. */
    void lease(PooledConnection connection) {
        if (connection.idle) {
            idle.remove(connection);
            idle.leasing(connection);
        }
        connection.leased++;
        leased++;
        share(connection);
    }

    /** Gives a stream of {@code connection} back. The connection is idle if it was the last one. */
    void release(PooledConnection connection, long nowNanos) {
        connection.leased--;
        leased--;
        place(connection, nowNanos);
    }

    /** Puts {@code connection} where it belongs: it is new, or a stream of it is free again, or it may have more streams. */
    void place(PooledConnection connection, long nowNanos) {
        share(connection);
        if (connection.leased == 0 && !connection.idle && !connection.draining) {
            idle.add(connection, nowNanos);
        }
    }

    /** Takes {@code connection} out, because it is draining or closed. Streams of it that are leased count no longer. */
    void remove(PooledConnection connection) {
        if (connection.idle) {
            idle.remove(connection);
        }
        if (connection.shared) {
            shared.remove(connection);
            connection.shared = false;
        }
    }

    /** The streams of {@code connection}, which is closed, count no longer. */
    void forgetLeases(PooledConnection connection) {
        leased -= connection.leased;
        connection.leased = 0;
    }

    /** Returns whether the free streams are so few that another connection should be opened ahead of need. */
    boolean nearlyExhausted() {
        if (!idle.isEmpty() || shared.size() > 1) {
            return false;
        }
        PooledConnection last = shared.peekFirst();
        return last == null || (last.maxStreams() - last.leased) * 4 < last.maxStreams();
    }

    private void share(PooledConnection connection) {
        boolean share = connection.leased > 0 && connection.leased < connection.maxStreams() && !connection.draining;
        if (share && !connection.shared) {
            shared.addFirst(connection);
        } else if (!share && connection.shared) {
            shared.remove(connection);
        }
        connection.shared = share;
    }
}
