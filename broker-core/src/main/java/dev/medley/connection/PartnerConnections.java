package dev.medley.connection;

import dev.medley.thread.BrokerPool;
import dev.medley.thread.Time;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Attachable;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one partner: those that wait for work, and how many there are in all.
 *
 * <p>Idle connections are a doubly linked list, the last one in at the front. Taking one, putting one back and losing
 * one from the middle each take the same short time however many there are; and as the oldest is at the back, those
 * that nobody has wanted for long are found without a search. Who may have a connection is not decided here but by the
 * partner's permits.
 *
 * <p>Thread-safe: one lock guards the list and the counts, and nothing is called under it.
 */
public final class PartnerConnections {

    /** Seen by tests, which check that nobody is called under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final HttpClient client;
    private final Time time;
    private final PartnerRequest.Base base;
    private final long keepAliveNanos;
    private final ConnectionPool bridge = new Bridge();
    private final Set<Asked> unanswered = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private @Nullable Destination destination;

    private @Nullable WireConnection newest;
    private @Nullable WireConnection oldest;
    private int idle;
    private int open;
    private int opening;
    private long opened;
    private boolean expiryArmed;

    PartnerConnections(HttpClient client, Time time, PartnerRequest.Base base, long keepAliveNanos) {
        this.client = client;
        this.time = time;
        this.base = base;
        this.keepAliveNanos = keepAliveNanos;
    }

    /** Takes the connection that became idle last, or null when none is idle. */
    public @Nullable WireConnection takeIdle() {
        while (true) {
            WireConnection taken;
            lock.lock();
            try {
                taken = newest;
                if (taken == null) {
                    return null;
                }
                unlink(taken);
            } finally {
                lock.unlock();
            }
            if (!taken.isClosed()) {
                return taken;
            }
        }
    }

    /** Opens a new connection for {@code asker}, who is answered, maybe before this returns. */
    public void open(Opening asker) {
        Destination to = destination;
        if (to == null) {
            throw new IllegalStateException("the connection manager has not been started");
        }
        Asked asked = new Asked(asker);
        countOpening(1);
        unanswered.add(asked);
        if (closed) {
            asked.failed(new ClosedChannelException());
            return;
        }
        try {
            to.newConnection(asked);
        } catch (RuntimeException x) {
            asked.failed(x);
        }
    }

    /** How many there are, at this moment. */
    public ConnectionCounts counts() {
        lock.lock();
        try {
            return new ConnectionCounts(open, idle, opening, opened);
        } finally {
            lock.unlock();
        }
    }

    PartnerRequest.Base base() {
        return base;
    }

    /** Jetty's side of this partner, and what Jetty reports of its connections to. */
    void startAt(Destination to) {
        destination = to;
    }

    ConnectionPool bridge() {
        return bridge;
    }

    /** Opens no more connections, and no longer waits for those that are being opened. Jetty, when it stops, forgets them. */
    void close() {
        closed = true;
        unanswered.forEach(asked -> asked.failed(new ClosedChannelException()));
    }

    void putBack(WireConnection connection) {
        boolean arm = false;
        lock.lock();
        try {
            // Jetty may have reported the connection as closed, or as released already.
            if (connection.gone || connection.idle) {
                return;
            }
            linkFirst(connection);
            if (keepAliveNanos > 0 && !expiryArmed) {
                expiryArmed = true;
                arm = true;
            }
        } finally {
            lock.unlock();
        }
        if (arm) {
            time.after(keepAliveNanos, this::expireIdle);
        }
    }

    private WireConnection established(Connection connection) {
        WireConnection wire = new WireConnection(client, this, connection);
        ((Attachable) connection).setAttachment(wire);
        lock.lock();
        try {
            opening--;
            open++;
            opened++;
        } finally {
            lock.unlock();
        }
        // Closed before it had its attachment, it was reported to nobody.
        if (connection.isClosed()) {
            lost(wire);
        }
        return wire;
    }

    private void countOpening(int more) {
        lock.lock();
        try {
            opening += more;
        } finally {
            lock.unlock();
        }
    }

    private void lost(WireConnection connection) {
        lock.lock();
        try {
            if (!connection.gone) {
                connection.gone = true;
                open--;
                if (connection.idle) {
                    unlink(connection);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void expireIdle() {
        List<WireConnection> expired = new ArrayList<>();
        long next = 0;
        lock.lock();
        try {
            long now = time.nanoTime();
            for (WireConnection last = oldest; last != null; last = oldest) {
                next = last.idleSince + keepAliveNanos - now;
                if (next > 0) {
                    break;
                }
                unlink(last);
                expired.add(last);
            }
            expiryArmed = oldest != null;
        } finally {
            lock.unlock();
        }
        expired.forEach(WireConnection::close);
        if (next > 0) {
            time.after(next, this::expireIdle);
        }
    }

    private void linkFirst(WireConnection connection) {
        connection.idle = true;
        connection.idleSince = time.nanoTime();
        connection.older = newest;
        if (newest == null) {
            oldest = connection;
        } else {
            newest.newer = connection;
        }
        newest = connection;
        idle++;
    }

    private void unlink(WireConnection connection) {
        WireConnection newer = connection.newer;
        WireConnection older = connection.older;
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
        idle--;
    }

    /**
     * Somebody who has asked for a connection, and is answered once. Jetty keeps it as long as the connection lives, so it
     * lets go of whom it has answered: else each connection would keep the exchange that it was opened for.
     */
    private final class Asked implements Promise<Connection> {

        private final AtomicReference<@Nullable Opening> asker;

        Asked(Opening asker) {
            this.asker = new AtomicReference<>(asker);
        }

        @Override
        public void succeeded(Connection connection) {
            Opening asking = take();
            if (asking == null) {
                connection.close();
            } else {
                asking.onOpened(established(connection));
            }
        }

        @Override
        public void failed(Throwable failure) {
            Opening asking = take();
            if (asking == null) {
                return;
            }
            countOpening(-1);
            if (BrokerPool.onBrokerThread()) {
                asking.onOpenFailed(failure);
            } else {
                // Jetty tells of a time-out on the thread of the scheduler.
                client.getExecutor().execute(() -> asking.onOpenFailed(failure));
            }
        }

        /** The asker, for the first who wants to answer. */
        private @Nullable Opening take() {
            unanswered.remove(this);
            return asker.getAndSet(null);
        }
    }

    /**
     * What Jetty believes to be the pool of this destination. Exchanges never queue at Jetty's destination, so it is
     * never asked for a connection; it is told when one becomes free and when one is closed.
     */
    private final class Bridge implements ConnectionPool {

        @Override
        public boolean isActive(Connection connection) {
            return true;
        }

        @Override
        public boolean isEmpty() {
            return counts().open() == 0;
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
            WireConnection wire = wire(connection);
            if (wire != null) {
                wire.releasedByJetty();
            }
            return true;
        }

        @Override
        public boolean remove(Connection connection) {
            WireConnection wire = wire(connection);
            if (wire != null) {
                lost(wire);
            }
            return true;
        }

        private @Nullable WireConnection wire(Connection connection) {
            return (WireConnection) ((Attachable) connection).getAttachment();
        }
    }
}
