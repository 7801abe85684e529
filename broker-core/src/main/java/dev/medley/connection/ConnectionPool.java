package dev.medley.connection;

import dev.medley.thread.Clock;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
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
public final class ConnectionPool implements ConnectionListener {

    /** Seen by tests, which check that nothing is called under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final Connector connector;
    private final Clock clock;
    private final Address address;
    private final long keepAliveNanos;
    private final Set<PendingConnect> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private @Nullable PartnerConnection newest;
    private @Nullable PartnerConnection oldest;
    private int idle;
    private int open;
    private int opening;
    private long opened;
    private boolean expiryArmed;

    ConnectionPool(Connector connector, Clock clock, Address address, long keepAliveNanos) {
        this.connector = connector;
        this.clock = clock;
        this.address = address;
        this.keepAliveNanos = keepAliveNanos;
    }

    /** Takes the connection that became idle last, or null when none is idle. */
    public @Nullable PartnerConnection takeIdle() {
        while (true) {
            PartnerConnection taken;
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

    /** Opens a new connection for {@code listener}, which is called back, maybe before this returns. */
    public void open(ConnectListener listener) {
        PendingConnect connect = new PendingConnect(listener);
        countOpening(1);
        pending.add(connect);
        if (closed) {
            connect.onConnectFailed(new ClosedChannelException());
            return;
        }
        connector.connect(address, this, connect);
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

    /** Fails what is being opened: the connector, when it closes, drops it. */
    void close() {
        closed = true;
        pending.forEach(connect -> connect.onConnectFailed(new ClosedChannelException()));
    }

    @Override
    public void onConnectionIdle(PartnerConnection connection) {
        putBack(connection);
    }

    @Override
    public void onConnectionClosed(PartnerConnection connection) {
        lost(connection);
    }

    /** Takes back a connection that was not used. */
    public void putBack(PartnerConnection connection) {
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
            clock.schedule(keepAliveNanos, this::expireIdle);
        }
    }

    private void countOpened() {
        lock.lock();
        try {
            opening--;
            open++;
            opened++;
        } finally {
            lock.unlock();
        }
    }

    private void countOpening(int more) {
        lock.lock();
        try {
            opening += more;
        } finally {
            lock.unlock();
        }
    }

    private void lost(PartnerConnection connection) {
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
        List<PartnerConnection> expired = new ArrayList<>();
        long next = 0;
        lock.lock();
        try {
            long now = clock.nanoTime();
            for (PartnerConnection last = oldest; last != null; last = oldest) {
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
        expired.forEach(PartnerConnection::close);
        if (next > 0) {
            clock.schedule(next, this::expireIdle);
        }
    }

    private void linkFirst(PartnerConnection connection) {
        connection.idle = true;
        connection.idleSince = clock.nanoTime();
        connection.older = newest;
        if (newest == null) {
            oldest = connection;
        } else {
            newest.newer = connection;
        }
        newest = connection;
        idle++;
    }

    private void unlink(PartnerConnection connection) {
        PartnerConnection newer = connection.newer;
        PartnerConnection older = connection.older;
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

    /** A connect whose listener is called back once, by the connector or by the closing of the pool. */
    private final class PendingConnect implements ConnectListener {

        private final AtomicReference<@Nullable ConnectListener> listener;

        PendingConnect(ConnectListener listener) {
            this.listener = new AtomicReference<>(listener);
        }

        @Override
        public void onConnected(PartnerConnection connection) {
            ConnectListener first = take();
            if (first == null) {
                connection.close();
                return;
            }
            countOpened();
            if (connection.isClosed()) {
                lost(connection);
            }
            first.onConnected(connection);
        }

        @Override
        public void onConnectFailed(Throwable failure) {
            ConnectListener first = take();
            if (first != null) {
                countOpening(-1);
                first.onConnectFailed(failure);
            }
        }

        private @Nullable ConnectListener take() {
            pending.remove(this);
            return listener.getAndSet(null);
        }
    }
}
