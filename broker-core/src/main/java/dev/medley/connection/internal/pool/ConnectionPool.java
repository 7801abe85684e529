package dev.medley.connection.internal.pool;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.Protocol;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.Destination;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.ProtocolNegotiation;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.Loop;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one destination. It hands out leases: of a stream that is free at once, else of the first one that
 * becomes free, be its connection opened or used before. Connections that are being opened belong to the pool: a listener
 * that has stopped waiting leaves its connect to the others.
 *
 * <p>Where a connection carries one exchange at a time, each waiting listener has one connect begun for it, within the bound
 * on connections. If that connect fails, the listener fails with it, unless it has been served or has left. Where
 * connections have many streams, connects are begun as the waiting listeners will need streams. One more is begun when
 * nearly all streams are leased. Until the first connection is established, the protocol may be unknown; then one connect is
 * begun for all. If the last connect fails, and no connection is open, all waiting listeners fail with it.
 *
 * <p>Thread-safe: one lock guards all, and no callback is made under it.
 */
public final class ConnectionPool {

    /** Seen by tests, which check that no callback is made under it. */
    final PoolLock lock;

    private final Destination destination;
    private final Clock clock;
    private final IdleExpiry expiry;
    private final AvailableConnections available = new AvailableConnections();
    private final LeaseQueue waiting = new LeaseQueue();
    private final ConnectionBounds bounds;
    private final CapacityReport capacity;
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
        lock = new PoolLock(executor);
        expiry = new IdleExpiry(lock, clock, available.idle(), keepAliveNanos);
        bounds = new ConnectionBounds(
                ProtocolNegotiation.known(settings.protocol(), destination.address()),
                settings.http2(),
                maxConnections);
        capacity = new CapacityReport(lock, bounds);
    }

    /**
     * Asks for a lease. Does not block.
     *
     * @param listener is called back if there is none now; once at a time
     * @param newerThan the connection must be {@linkplain PartnerConnection#isNewerThan newer} than the one of this
     *     {@linkplain ConnectionInfo#id() number}; 0 for any
     * @return the lease, if there is one now
     */
    public @Nullable Lease acquire(LeaseListener listener, long newerThan) {
        while (true) {
            PooledConnection taken = take(listener, newerThan);
            if (taken == null) {
                return null;
            }
            PartnerConnection connection = taken.carrier();
            if (connection.isReusable()) {
                return connection.newLease();
            }
            discard(taken);
        }
    }

    /** Takes a stream, or waits for one: a stream that becomes free after none was found, under one lock, finds the request. */
    private @Nullable PooledConnection take(LeaseListener listener, long newerThan) {
        return lock.decide(calls -> {
            // Where streams are free, all listeners that wait need a newer connection.
            int loop = Loop.currentNumber();
            PooledConnection taken = available.take(newerThan, loop);
            if (taken == null && newerThan > 0 && bounds.isFull() && bounds.isMultiplexed()) {
                // No connection can be opened beside those whose streams are in use.
                taken = available.take(0, loop);
            }
            if (taken == null) {
                await(new LeaseRequest(listener, newerThan), calls);
            } else {
                connectAhead(taken, loop, calls);
            }
            return taken;
        });
    }

    private void await(LeaseRequest request, List<Runnable> calls) {
        if (closed) {
            calls.add(request.failed(new ClosedChannelException()));
            return;
        }
        waiting.add(request);
        if (bounds.needsMore(waiting.size())) {
            connect(request, calls);
        }
    }

    /** A connection of which a stream has been taken takes no further request. */
    private void discard(PooledConnection taken) {
        lock.update(calls -> {
            if (!taken.gone) {
                drain(taken);
                available.release(taken, clock.nanoTime());
                taken.closeIfDrained(calls);
                connectAll(calls);
            }
        });
    }

    /**
     * Stops waiting.
     *
     * @return false if the listener does not wait: it has been or is about to be called
     */
    public boolean cancel(LeaseListener listener) {
        return lock.read(() -> waiting.remove(listener));
    }

    /** Closes the connections that have been idle since before {@code leased} was leased. */
    void closeIdleOlderThan(PooledConnection leased) {
        lock.update(calls -> {
            available.idle().pollAllOlderThan(leased).forEach(stale -> calls.add(stale::close));
        });
    }

    /**
     * Changes how many connections may be open at a time, where each carries one exchange. Those that are stay until they
     * have been idle for long.
     */
    public void setMaxConnections(int connections) {
        lock.update(calls -> {
            bounds.maxConnections(connections);
            connectAll(calls);
            capacity.changed(calls);
        });
    }

    /**
     * Registers the listener of the number of exchanges that the connections carry at a time, as far as that is known; it
     * is called now and with each change, by any thread, holding no lock, and must not block.
     */
    public void onCapacity(IntConsumer listener) {
        capacity.reportTo(listener);
    }

    /** Retires the pool: its connections are closed as they become idle. Those that wait for one go on. */
    void retire() {
        expiry.retire();
    }

    /** Returns whether it is retired, and has neither connections nor listeners that wait for one. */
    boolean isSpent() {
        return expiry.isRetired() && lock.read(() -> bounds.isNoneInSight() && waiting.size() == 0);
    }

    /** The number of connections, at this moment. */
    public ConnectionCounts counts() {
        return lock.read(() -> bounds.counts(available.idle().size(), available.leased()));
    }

    /** The protocol of the connections; null while that is open. */
    public @Nullable Protocol protocol() {
        return lock.read(() -> bounds.protocol());
    }

    // ---- Events of connections. ---------------------------------------------------------------------------------

    void idle(PooledConnection connection, PartnerConnection carrier) {
        if (!release(connection, false)) {
            if (carrier.isReusable()) {
                release(connection, true);
            } else {
                discard(connection);
            }
        }
        expiry.schedule();
    }

    /**
     * Takes a stream back, or hands it to a listener that waits for one.
     *
     * @param reusable whether the connection is known to be {@linkplain PartnerConnection#isReusable() reusable}
     * @return false if that must be known first, because a listener waits; then nothing has been done
     */
    private boolean release(PooledConnection connection, boolean reusable) {
        return lock.decide(calls -> {
            // It may have been reported as closed, or as idle already.
            if (connection.gone || connection.leased == 0) {
                return true;
            }
            boolean usable = connection.mayLeaseAgain();
            if (usable && !reusable && waiting.size() > 0) {
                return false;
            }
            LeaseRequest next = usable ? waiting.poll(connection) : null;
            if (next != null) {
                // The listener may start the next exchange, and so on: not on the stack of this one.
                calls.add(() -> lock.later(next.established(connection)));
                return true;
            }
            available.release(connection, clock.nanoTime());
            connection.closeIfDrained(calls);
            // A listener that needs a newer connection may wait for the place of this one.
            connectAll(calls);
            return true;
        });
    }

    void maxStreamsChanged(PooledConnection connection) {
        lock.update(calls -> {
            if (connection.known && !connection.gone && !connection.draining) {
                bounds.maxStreams(connection);
                serve(connection, calls);
                available.place(connection, clock.nanoTime());
                capacity.changed(calls);
            }
        });
    }

    void draining(PooledConnection connection, PartnerConnection carrier) {
        lock.update(calls -> {
            if (!connection.gone) {
                connection.carriedBy(carrier);
                drain(connection);
                connection.closeIfDrained(calls);
                connectAll(calls);
                capacity.streamsChanged(calls);
            }
        });
    }

    void closed(PooledConnection connection) {
        lock.update(calls -> {
            if (!connection.gone) {
                drain(connection);
                available.forgetLeases(connection);
                connection.gone = true;
                bounds.closed(connection);
                connectAll(calls);
                capacity.streamsChanged(calls);
            }
        });
    }

    /** Takes a connection out of use; it counts as open until it is closed. Called under the lock. */
    private void drain(PooledConnection connection) {
        if (!connection.draining) {
            connection.draining = true;
            available.remove(connection);
            bounds.draining(connection);
        }
    }

    /** Fails all that wait. A connect that succeeds later is closed; the connector closes the rest. */
    void close() {
        lock.update(calls -> {
            closed = true;
            bounds.forgetConnects();
            waiting.failAll(new ClosedChannelException(), calls);
        });
    }

    // ---- Connects. Called under the lock. -----------------------------------------------------------------------

    /** Begins connects for the listeners that have none, as far as they are needed and the bound allows. */
    private void connectAll(List<Runnable> calls) {
        LeaseRequest next = waiting.firstUnconnected();
        while (next != null && bounds.needsMore(waiting.size()) && connect(next, calls)) {
            next = waiting.firstUnconnected();
        }
    }

    /** Begins a connect for a listener that has none, if the bound allows. */
    private boolean connect(LeaseRequest request, List<Runnable> calls) {
        if (bounds.isFull()) {
            PooledConnection oldest = request.newerThan > 0 ? available.idle().pollOldest() : null;
            if (oldest != null) {
                // When it is reported as closed, there is room.
                calls.add(oldest::close);
            }
            return false;
        }
        waiting.connecting(request);
        begin(request, calls);
        return true;
    }

    /** Opens a connection of many streams before the last stream of the others is taken, or one of the loop that took another loop's. */
    private void connectAhead(PooledConnection taken, int loop, List<Runnable> calls) {
        boolean needed = bounds.isMultiplexed() ? available.nearlyExhausted() : loop != 0 && taken.loop() != loop;
        if (needed && !bounds.isOpening() && !bounds.isFull()) {
            begin(null, calls);
        }
    }

    private void begin(@Nullable LeaseRequest asker, List<Runnable> calls) {
        bounds.connecting();
        PooledConnection connection = new PooledConnection(this, asker);
        calls.add(() -> destination.connect(connection, connection));
    }

    /** Hands the free streams of {@code connection} to those that wait. */
    private void serve(PooledConnection connection, List<Runnable> calls) {
        while (connection.hasFreeStream()) {
            LeaseRequest next = waiting.poll(connection);
            if (next == null) {
                return;
            }
            available.lease(connection);
            calls.add(next.established(connection));
        }
    }

    // ---- Events of connects. ------------------------------------------------------------------------------------

    void handshaking(PooledConnection connection) {
        lock.update(calls -> {
            LeaseRequest asker = connection.asker;
            if (asker != null && waiting.contains(asker)) {
                calls.add(asker.listener::onHandshaking);
            }
        });
    }

    /** If the listener that the connect was begun for has left, it serves those that wait longest. */
    void established(PooledConnection connection, PartnerConnection carrier) {
        lock.update(calls -> {
            if (closed) {
                calls.add(carrier::close);
                return;
            }
            if (connection.gone) {
                connectFailed(connection, new ClosedChannelException(), calls);
                return;
            }
            LeaseRequest asker = connection.asker;
            connection.asker = null;
            connection.carriedBy(carrier);
            bounds.established(connection);
            if (asker != null) {
                waiting.connected(asker);
            }
            if (connection.draining) {
                bounds.draining(connection);
                connection.closeIfDrained(calls);
                connectAll(calls);
                return;
            }
            if (asker != null && connection.maxStreams() > 0 && waiting.remove(asker)) {
                available.lease(connection);
                calls.add(asker.established(connection));
            }
            serve(connection, calls);
            available.place(connection, clock.nanoTime());
            connectAll(calls);
            connectAhead(connection, connection.loop(), calls);
            capacity.changed(calls);
        });
        expiry.schedule();
    }

    void connectFailed(PooledConnection connection, Throwable failure) {
        lock.update(calls -> {
            if (!closed) {
                connectFailed(connection, failure, calls);
            }
        });
    }

    private void connectFailed(PooledConnection connection, Throwable failure, List<Runnable> calls) {
        LeaseRequest asker = connection.asker;
        connection.asker = null;
        bounds.connectFailed();
        if (asker != null && waiting.remove(asker)) {
            calls.add(asker.failed(failure));
        }
        if (bounds.isNoneInSight() && bounds.protocol() != Protocol.HTTP_1_1) {
            waiting.failAll(failure, calls);
        }
        connectAll(calls);
    }
}
