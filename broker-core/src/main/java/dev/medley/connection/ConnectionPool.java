package dev.medley.connection;

import dev.medley.thread.BrokerPool;
import dev.medley.thread.Clock;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one address. It hands out leases: of an idle connection at once, else of the first one that becomes
 * free, be it opened or idle again. Connections that are being opened belong to the pool: a
 * listener that has stopped waiting leaves its connect to the others.
 *
 * <p>Each listener that has to wait has one connect begun for it, as far as the bound on connections allows; if that fails,
 * the listener fails with it, unless it has been served or has left.
 *
 * <p>Thread-safe: one lock guards all, and no callback is made under it.
 */
public final class ConnectionPool implements ConnectionListener {

    /** Seen by tests, which check that no callback is made under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final Connector connector;
    private final Clock clock;
    private final Executor executor;
    private final Address address;
    private final long keepAliveNanos;
    private final IdleConnections idle = new IdleConnections();
    private final Map<LeaseListener, LeaseRequest> waiting = new LinkedHashMap<>();
    private int maxConnections;
    private int open;
    private int opening;
    private long opened;
    /** Listeners that wait and have no connect of their own, as the bound on connections was reached. */
    private int unconnected;

    private boolean expiryArmed;
    private boolean closed;

    ConnectionPool(
            Connector connector,
            Clock clock,
            Executor executor,
            Address address,
            int maxConnections,
            long keepAliveNanos) {
        this.connector = connector;
        this.clock = clock;
        this.executor = executor;
        this.address = address;
        this.maxConnections = maxConnections;
        this.keepAliveNanos = keepAliveNanos;
    }

    /**
     * Asks for a lease. Does not block.
     *
     * @param listener is called back if there is none now; once at a time
     * @param fresh whether the connection must have carried no exchange
     * @return the lease, if there is one now
     */
    public @Nullable Lease acquire(LeaseListener listener, boolean fresh) {
        while (true) {
            PartnerConnection taken;
            List<Runnable> calls = List.of();
            lock.lock();
            try {
                // Where connections are idle, all listeners that wait need a fresh one.
                taken = fresh ? null : idle.pollNewest();
                if (taken == null) {
                    calls = await(new LeaseRequest(listener, fresh));
                }
            } finally {
                lock.unlock();
            }
            if (taken == null) {
                calls.forEach(this::runOnBrokerThread);
                return null;
            }
            if (taken.isReusable()) {
                return taken;
            }
        }
    }

    /**
     * Adds {@code request} to those that wait. Called under the lock that no idle connection was found under: one that
     * becomes idle from then on finds the request.
     */
    private List<Runnable> await(LeaseRequest request) {
        List<Runnable> calls = new ArrayList<>();
        if (closed) {
            calls.add(LeaseRequest.failed(request, new ClosedChannelException()));
        } else {
            waiting.put(request.listener, request);
            unconnected++;
            connect(request, calls);
        }
        return calls;
    }

    /**
     * Stops waiting.
     *
     * @return false if the listener does not wait: it has been or is about to be called
     */
    public boolean cancel(LeaseListener listener) {
        lock.lock();
        try {
            return removed(waiting.get(listener)) != null;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connections that have been idle since before {@code leased} was leased. */
    public void closeIdleOlderThan(PartnerConnection leased) {
        List<PartnerConnection> stale = new ArrayList<>();
        lock.lock();
        try {
            for (PartnerConnection next = idle.pollOlderThan(leased); next != null; next = idle.pollOlderThan(leased)) {
                stale.add(next);
            }
        } finally {
            lock.unlock();
        }
        stale.forEach(PartnerConnection::close);
    }

    /** Changes how many connections may be open at a time. Those that are stay until they have been idle for long. */
    public void setMaxConnections(int connections) {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            maxConnections = connections;
            connectAll(calls);
        } finally {
            lock.unlock();
        }
        calls.forEach(Runnable::run);
    }

    /** The number of connections, at this moment. */
    public ConnectionCounts counts() {
        lock.lock();
        try {
            return new ConnectionCounts(open, idle.size(), opening, opened);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onConnectionIdle(PartnerConnection connection) {
        LeaseRequest next;
        List<Runnable> calls = new ArrayList<>(0);
        boolean arm = false;
        lock.lock();
        try {
            // It may have been reported as closed, or as idle already.
            if (connection.gone || connection.idle) {
                return;
            }
            next = removed(LeaseRequest.firstThatTakesIdle(waiting.values()));
            if (next == null) {
                idle.add(connection, clock.nanoTime());
                arm = keepAliveNanos > 0 && !expiryArmed;
                expiryArmed |= arm;
                // A listener that needs a fresh connection may wait for the place of this one.
                connectAll(calls);
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            executor.execute(LeaseRequest.established(next, connection));
        }
        calls.forEach(this::runOnBrokerThread);
        if (arm) {
            clock.schedule(keepAliveNanos, this::expireIdle);
        }
    }

    @Override
    public void onConnectionClosed(PartnerConnection connection) {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            if (connection.gone) {
                return;
            }
            connection.gone = true;
            open--;
            if (connection.idle) {
                idle.remove(connection);
            }
            connectAll(calls);
        } finally {
            lock.unlock();
        }
        calls.forEach(Runnable::run);
    }

    /** Fails all that wait. A connect that succeeds later is closed; the connector closes the rest. */
    void close() {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            opening = 0;
            waiting.values().forEach(request -> calls.add(LeaseRequest.failed(request, new ClosedChannelException())));
            waiting.clear();
            unconnected = 0;
        } finally {
            lock.unlock();
        }
        calls.forEach(this::runOnBrokerThread);
    }

    /** Begins a connect for each listener that has none, as far as the bound allows. Called under the lock. */
    private void connectAll(List<Runnable> calls) {
        if (unconnected == 0) {
            return;
        }
        for (LeaseRequest request : waiting.values()) {
            if (!request.connecting && !connect(request, calls)) {
                return;
            }
        }
    }

    /** Begins a connect for a listener that has none, if the bound allows. Called under the lock. */
    private boolean connect(LeaseRequest request, List<Runnable> calls) {
        if (open + opening >= maxConnections) {
            PartnerConnection oldest = request.fresh ? idle.pollOldest() : null;
            if (oldest != null) {
                // When it is reported as closed, there is room.
                calls.add(oldest::close);
            }
            return false;
        }
        request.connecting = true;
        unconnected--;
        opening++;
        PendingConnect connect = new PendingConnect(request);
        calls.add(() -> connector.connect(address, this, connect));
        return true;
    }

    /** Takes {@code request} out of those that wait; null if it is not there. Called under the lock. */
    private @Nullable LeaseRequest removed(@Nullable LeaseRequest request) {
        if (request == null || !waiting.remove(request.listener, request)) {
            return null;
        }
        if (!request.connecting) {
            unconnected--;
        }
        return request;
    }

    private void expireIdle() {
        List<PartnerConnection> expired = new ArrayList<>();
        long next = 0;
        lock.lock();
        try {
            long now = clock.nanoTime();
            while (!idle.isEmpty() && next <= 0) {
                next = idle.oldestIdleSinceNanos() + keepAliveNanos - now;
                if (next <= 0) {
                    PartnerConnection oldest = idle.pollOldest();
                    if (oldest != null) {
                        expired.add(oldest);
                    }
                }
            }
            expiryArmed = !idle.isEmpty();
        } finally {
            lock.unlock();
        }
        expired.forEach(PartnerConnection::close);
        if (next > 0) {
            clock.schedule(next, this::expireIdle);
        }
    }

    private void runOnBrokerThread(Runnable call) {
        if (BrokerPool.onBrokerThread()) {
            call.run();
        } else {
            executor.execute(call);
        }
    }

    /** A connect, begun for one listener, which serves the one that waits longest if that one has left. */
    private final class PendingConnect implements ConnectListener {

        private final LeaseRequest asker;

        PendingConnect(LeaseRequest asker) {
            this.asker = asker;
        }

        @Override
        public void onConnectionEstablished(PartnerConnection connection) {
            LeaseRequest served = null;
            boolean tooLate;
            lock.lock();
            try {
                tooLate = closed;
                if (!tooLate) {
                    opening--;
                    open++;
                    opened++;
                    served = longestWaiting();
                }
            } finally {
                lock.unlock();
            }
            if (tooLate) {
                connection.close();
            } else if (served != null) {
                served.listener.onConnectionEstablished(connection);
            } else {
                onConnectionIdle(connection);
            }
        }

        @Override
        public void onConnectionFailed(Throwable failure) {
            List<Runnable> calls = new ArrayList<>();
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                opening--;
                if (removed(asker) != null) {
                    calls.add(LeaseRequest.failed(asker, failure));
                }
                connectAll(calls);
            } finally {
                lock.unlock();
            }
            calls.forEach(ConnectionPool.this::runOnBrokerThread);
        }

        private @Nullable LeaseRequest longestWaiting() {
            LeaseRequest mine = removed(asker);
            if (mine != null || waiting.isEmpty()) {
                return mine;
            }
            return removed(waiting.values().iterator().next());
        }
    }
}
