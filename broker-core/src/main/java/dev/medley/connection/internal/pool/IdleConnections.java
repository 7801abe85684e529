package dev.medley.connection.internal.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The idle connections of one pool: a doubly linked list, the last one in at the front. Taking one, adding one and removing
 * one from the middle each take the same short time however many there are; and as the oldest is at the back, those that
 * have been idle for long are found without a search.
 *
 * <p>Not thread-safe: guarded by the pool's lock.
 */
final class IdleConnections {

    private @Nullable PooledConnection newest;
    private @Nullable PooledConnection oldest;
    /** The one that became idle last, of each loop, by the loop's number. */
    private @Nullable PooledConnection[] newestOfLoop = new PooledConnection[0];

    private int size;
    private int order;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return newest == null;
    }

    void add(PooledConnection connection, long nowNanos) {
        connection.idle = true;
        connection.idleSinceNanos = nowNanos;
        connection.idleOrder = ++order;
        connection.older = newest;
        if (newest == null) {
            oldest = connection;
        } else {
            newest.newer = connection;
        }
        newest = connection;
        addToLoop(connection);
        size++;
    }

    private void addToLoop(PooledConnection connection) {
        int loop = connection.loop();
        if (loop >= newestOfLoop.length) {
            newestOfLoop = Arrays.copyOf(newestOfLoop, loop + 1);
        }
        PooledConnection before = newestOfLoop[loop];
        connection.olderOfLoop = before;
        if (before != null) {
            before.newerOfLoop = connection;
        }
        newestOfLoop[loop] = connection;
    }

    /** Returns the connection that became idle last. */
    @Nullable
    PooledConnection newest() {
        return newest;
    }

    /** Returns the connection that became idle last of those that the loop of that number selects for. */
    @Nullable
    PooledConnection newest(int loop) {
        return loop < newestOfLoop.length ? newestOfLoop[loop] : null;
    }

    /** Records that {@code connection}, which has just been removed, is leased now. */
    void leasing(PooledConnection connection) {
        connection.leaseOrder = ++order;
    }

    /** Takes the connection that has been idle longest. */
    @Nullable
    PooledConnection pollOldest() {
        PooledConnection taken = oldest;
        if (taken != null) {
            remove(taken);
        }
        return taken;
    }

    /** Takes those that became idle before {@code leased} was taken from here. */
    List<PooledConnection> pollAllOlderThan(PooledConnection leased) {
        List<PooledConnection> older = new ArrayList<>();
        for (PooledConnection last = oldest; last != null && last.idleOrder - leased.leaseOrder < 0; last = oldest) {
            remove(last);
            older.add(last);
        }
        return older;
    }

    /** The time since which the oldest one has been idle, in nanoseconds; only if there is one. */
    long oldestIdleSinceNanos() {
        PooledConnection last = oldest;
        if (last == null) {
            throw new IllegalStateException("no connection is idle");
        }
        return last.idleSinceNanos;
    }

    void remove(PooledConnection connection) {
        PooledConnection newer = connection.newer;
        PooledConnection older = connection.older;
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        connection.newer = null;
        connection.older = null;
        connection.idle = false;
        removeFromLoop(connection);
        size--;
    }

    private void removeFromLoop(PooledConnection connection) {
        PooledConnection newer = connection.newerOfLoop;
        PooledConnection older = connection.olderOfLoop;
        if (newer == null) {
            newestOfLoop[connection.loop()] = older;
        } else {
            newer.olderOfLoop = older;
        }
        if (older != null) {
            older.newerOfLoop = newer;
        }
        connection.newerOfLoop = null;
        connection.olderOfLoop = null;
    }
}
