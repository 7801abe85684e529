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
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one destination. It hands out leases: of a stream that is free at once, else of the first one that
 * becomes free, be its connection opened or used before. Connections that are being opened belong to the pool: a listener
 * that has stopped waiting leaves its connect to the others.
 *
 * <p>Where a connection carries one exchange at a time, each listener that has to wait has one connect begun for it, as far
 * as the bound on connections allows; if that fails, the listener fails with it, unless it has been served or has left.
 * Where connections have many streams, connects are begun as the listeners that wait will need streams, and one ahead of
 * need when nearly all streams are leased. Until the first connection is established, it may be open which of the two is
 * so; then one connect is begun for all. If the last connect fails, and no connection is open, all that wait fail with it.
 *
 * <p>Thread-safe: one lock guards all, and no callback is made under it.
 */
public final class ConnectionPool implements ConnectionListener {

    /** Seen by tests, which check that no callback is made under it. */
    final ReentrantLock lock = new ReentrantLock();

    private final Destination destination;
    private final Clock clock;
    private final Executor executor;
    private final Http2Settings http2;
    private final long keepAliveNanos;
    private final AvailableConnections available = new AvailableConnections();
    private final Map<LeaseListener, LeaseRequest> waiting = new LinkedHashMap<>();
    private IntConsumer capacityListener = capacity -> {};
    private int maxConnections;
    /** The protocol of the connections; null until the first one is established, where it is negotiated. */
    private @Nullable Protocol protocol;

    /** The number of streams of the connection that reported it last; of HTTP/2, unless the partner allows fewer. */
    private int maxStreams;

    private int open;
    private int draining;
    private int opening;
    private long opened;
    /** Listeners that wait and have no connect of their own. */
    private int unconnected;

    private boolean expiryArmed;
    private boolean closed;

    ConnectionPool(
            Destination destination,
            ConnectSettings settings,
            Clock clock,
            Executor executor,
            int maxConnections,
            long keepAliveNanos) {
        this.destination = destination;
        this.clock = clock;
        this.executor = executor;
        this.http2 = settings.http2();
        this.maxConnections = maxConnections;
        this.keepAliveNanos = keepAliveNanos;
        protocol = settings.protocol().known(destination.address());
        maxStreams = protocol == Protocol.HTTP_1_1 ? 1 : http2.maxStreams();
    }

    /**
     * Asks for a lease. Does not block.
     *
     * @param listener is called back if there is none now; once at a time
     * @param newerThan the connection must have been established after the one of this {@linkplain ConnectionInfo#id()
     *     number}; 0 for any
     * @return the lease, if there is one now
     */
    public @Nullable Lease acquire(LeaseListener listener, long newerThan) {
        while (true) {
            PartnerConnection taken;
            List<Runnable> calls = new ArrayList<>(0);
            lock.lock();
            try {
                // Where streams are free, all listeners that wait need a newer connection.
                taken = available.take(newerThan);
                if (taken == null && newerThan > 0 && isFull() && isMultiplexed()) {
                    // No connection can be opened beside those whose streams are in use.
                    taken = available.take(0);
                }
                if (taken == null) {
                    await(new LeaseRequest(listener, newerThan), calls);
                } else {
                    connectAhead(calls);
                }
            } finally {
                lock.unlock();
            }
            calls.forEach(this::runOnBrokerThread);
            if (taken == null) {
                return null;
            }
            if (taken.isReusable()) {
                return taken.newLease();
            }
            discard(taken);
        }
    }

    /** The newest connection of this process: those that are established from now on have higher numbers. */
    public static long newestConnection() {
        return PartnerConnection.newestId();
    }

    /**
     * Adds {@code request} to those that wait. Called under the lock that no free stream was found under: one that becomes
     * free from then on finds the request.
     */
    private void await(LeaseRequest request, List<Runnable> calls) {
        if (closed) {
            calls.add(LeaseRequest.failed(request, new ClosedChannelException()));
        } else {
            waiting.put(request.listener, request);
            unconnected++;
            if (mayConnectMore()) {
                connect(request, calls);
            }
        }
    }

    /** A connection of which a stream has been taken takes no further request. */
    private void discard(PartnerConnection taken) {
        lock.lock();
        try {
            if (!taken.gone) {
                drain(taken);
                available.release(taken, clock.nanoTime());
            }
        } finally {
            lock.unlock();
        }
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
            IdleConnections idle = available.idle();
            for (PartnerConnection next = idle.pollOlderThan(leased); next != null; next = idle.pollOlderThan(leased)) {
                stale.add(next);
            }
        } finally {
            lock.unlock();
        }
        stale.forEach(PartnerConnection::close);
    }

    /**
     * Changes how many connections may be open at a time, where each carries one exchange. Those that are stay until they
     * have been idle for long.
     */
    public void setMaxConnections(int connections) {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            maxConnections = connections;
            connectAll(calls);
            calls.add(capacityChanged());
        } finally {
            lock.unlock();
        }
        calls.forEach(Runnable::run);
    }

    /**
     * Registers the listener of the number of exchanges that the connections carry at a time, as far as that is known; it
     * is called now and with each change, by any thread, holding no lock, and must not block.
     */
    public void onCapacity(IntConsumer listener) {
        Runnable first;
        lock.lock();
        try {
            capacityListener = listener;
            first = capacityChanged();
        } finally {
            lock.unlock();
        }
        first.run();
    }

    /** The number of connections, at this moment. */
    public ConnectionCounts counts() {
        lock.lock();
        try {
            return new ConnectionCounts(open + draining, available.idle().size(), opening, opened, available.leased());
        } finally {
            lock.unlock();
        }
    }

    /** The protocol of the connections; null while that is open. */
    public @Nullable Protocol protocol() {
        lock.lock();
        try {
            return protocol;
        } finally {
            lock.unlock();
        }
    }

    // ---- Events of connections. ---------------------------------------------------------------------------------

    @Override
    public void onConnectionIdle(PartnerConnection connection) {
        LeaseRequest next = null;
        List<Runnable> calls = new ArrayList<>(0);
        boolean arm = false;
        lock.lock();
        try {
            // It may have been reported as closed, or as idle already.
            if (connection.gone || connection.leased == 0) {
                return;
            }
            if (!connection.draining && connection.leased <= connection.maxStreams()) {
                next = removed(LeaseRequest.firstThatAccepts(connection, waiting.values()));
            }
            if (next == null) {
                available.release(connection, clock.nanoTime());
                arm = armExpiry();
                // A listener that needs a newer connection may wait for the place of this one.
                connectAll(calls);
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            executor.execute(LeaseRequest.established(next, connection.newLease()));
        }
        calls.forEach(this::runOnBrokerThread);
        scheduleExpiry(arm);
    }

    @Override
    public void onMaxStreamsChanged(PartnerConnection connection) {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            if (connection.gone || connection.draining) {
                return;
            }
            maxStreams = connection.maxStreams();
            serve(connection, calls);
            available.place(connection, clock.nanoTime());
            calls.add(capacityChanged());
        } finally {
            lock.unlock();
        }
        calls.forEach(this::runOnBrokerThread);
    }

    @Override
    public void onConnectionDraining(PartnerConnection connection) {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            if (!connection.gone) {
                drain(connection);
                connectAll(calls);
            }
        } finally {
            lock.unlock();
        }
        calls.forEach(this::runOnBrokerThread);
    }

    @Override
    public void onConnectionClosed(PartnerConnection connection) {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            if (connection.gone) {
                return;
            }
            drain(connection);
            available.forgetLeases(connection);
            connection.gone = true;
            draining--;
            connectAll(calls);
        } finally {
            lock.unlock();
        }
        calls.forEach(Runnable::run);
    }

    /** Takes a connection out of use; it counts as open until it is closed. Called under the lock. */
    private void drain(PartnerConnection connection) {
        if (!connection.draining) {
            connection.draining = true;
            available.remove(connection);
            open--;
            draining++;
        }
    }

    /** Fails all that wait. A connect that succeeds later is closed; the connector closes the rest. */
    void close() {
        List<Runnable> calls = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            opening = 0;
            failAll(new ClosedChannelException(), calls);
        } finally {
            lock.unlock();
        }
        calls.forEach(this::runOnBrokerThread);
    }

    // ---- Connects. Called under the lock. -----------------------------------------------------------------------

    private boolean isMultiplexed() {
        return protocol != null && protocol.multiplexed();
    }

    private boolean isFull() {
        return open + opening >= (isMultiplexed() ? http2.connections() : maxConnections);
    }

    /** Returns whether those that wait need more connections than are being opened. */
    private boolean mayConnectMore() {
        if (protocol == null) {
            return opening == 0;
        }
        return !isMultiplexed() || (long) opening * Math.max(1, maxStreams) < waiting.size();
    }

    /** Begins connects for the listeners that have none, as far as they are needed and the bound allows. */
    private void connectAll(List<Runnable> calls) {
        if (unconnected == 0) {
            return;
        }
        for (LeaseRequest request : waiting.values()) {
            if (!request.connecting && !(mayConnectMore() && connect(request, calls))) {
                return;
            }
        }
    }

    /** Begins a connect for a listener that has none, if the bound allows. */
    private boolean connect(LeaseRequest request, List<Runnable> calls) {
        if (isFull()) {
            PartnerConnection oldest = request.newerThan > 0 ? available.idle().pollOldest() : null;
            if (oldest != null) {
                // When it is reported as closed, there is room.
                calls.add(oldest::close);
            }
            return false;
        }
        request.connecting = true;
        unconnected--;
        begin(request, calls);
        return true;
    }

    /** Opens a connection of many streams before the last stream of the others is taken. */
    private void connectAhead(List<Runnable> calls) {
        if (isMultiplexed() && opening == 0 && !isFull() && available.nearlyExhausted()) {
            begin(null, calls);
        }
    }

    private void begin(@Nullable LeaseRequest asker, List<Runnable> calls) {
        opening++;
        PendingConnect connect = new PendingConnect(asker);
        calls.add(() -> destination.connect(this, connect));
    }

    /** Hands the free streams of {@code connection} to those that wait. */
    private void serve(PartnerConnection connection, List<Runnable> calls) {
        while (connection.leased < connection.maxStreams()) {
            LeaseRequest next = removed(LeaseRequest.firstThatAccepts(connection, waiting.values()));
            if (next == null) {
                return;
            }
            serve(next, connection, calls);
        }
    }

    private void serve(LeaseRequest served, PartnerConnection connection, List<Runnable> calls) {
        available.lease(connection);
        calls.add(() -> served.listener.onConnectionEstablished(connection.newLease()));
    }

    /** Takes {@code request} out of those that wait; null if it is not there. */
    private @Nullable LeaseRequest removed(@Nullable LeaseRequest request) {
        if (request == null || !waiting.remove(request.listener, request)) {
            return null;
        }
        if (!request.connecting) {
            unconnected--;
        }
        return request;
    }

    private void failAll(Throwable failure, List<Runnable> calls) {
        waiting.values().forEach(request -> calls.add(LeaseRequest.failed(request, failure)));
        waiting.clear();
        unconnected = 0;
    }

    private Runnable capacityChanged() {
        IntConsumer listener = capacityListener;
        int capacity = isMultiplexed() ? http2.connections() * Math.max(1, maxStreams) : maxConnections;
        return () -> listener.accept(capacity);
    }

    // ---- Idle connections. --------------------------------------------------------------------------------------

    /** Returns whether the caller must {@linkplain #scheduleExpiry schedule} the expiry. Called under the lock. */
    private boolean armExpiry() {
        boolean arm = keepAliveNanos > 0 && !expiryArmed && !available.idle().isEmpty();
        expiryArmed |= arm;
        return arm;
    }

    private void scheduleExpiry(boolean armed) {
        if (armed) {
            clock.schedule(keepAliveNanos, this::expireIdle);
        }
    }

    private void expireIdle() {
        List<PartnerConnection> expired = new ArrayList<>();
        long next = 0;
        lock.lock();
        try {
            IdleConnections idle = available.idle();
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

    /**
     * A connect. If the listener that it was begun for has left, it serves those that wait longest. One that was begun
     * ahead of need has no listener.
     */
    private final class PendingConnect implements ConnectListener {

        private final @Nullable LeaseRequest asker;

        PendingConnect(@Nullable LeaseRequest asker) {
            this.asker = asker;
        }

        @Override
        public void onHandshaking() {
            LeaseRequest waits = null;
            lock.lock();
            try {
                if (asker != null && waiting.get(asker.listener) == asker) {
                    waits = asker;
                }
            } finally {
                lock.unlock();
            }
            if (waits != null) {
                waits.listener.onHandshaking();
            }
        }

        @Override
        public void onConnectionEstablished(PartnerConnection connection) {
            List<Runnable> calls = new ArrayList<>();
            boolean arm = false;
            lock.lock();
            try {
                if (closed) {
                    calls.add(connection::close);
                } else {
                    opening--;
                    open++;
                    opened++;
                    protocol = connection.protocol();
                    maxStreams = connection.maxStreams();
                    LeaseRequest first = maxStreams > 0 ? removed(asker) : null;
                    if (first != null) {
                        serve(first, connection, calls);
                    }
                    serve(connection, calls);
                    available.place(connection, clock.nanoTime());
                    arm = armExpiry();
                    connectAll(calls);
                    calls.add(capacityChanged());
                }
            } finally {
                lock.unlock();
            }
            calls.forEach(Runnable::run);
            scheduleExpiry(arm);
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
                if (asker != null && removed(asker) != null) {
                    calls.add(LeaseRequest.failed(asker, failure));
                }
                if (open == 0 && opening == 0 && protocol != Protocol.HTTP_1_1) {
                    failAll(failure, calls);
                }
                connectAll(calls);
            } finally {
                lock.unlock();
            }
            calls.forEach(ConnectionPool.this::runOnBrokerThread);
        }
    }
}
