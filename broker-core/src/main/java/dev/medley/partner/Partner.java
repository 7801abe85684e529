package dev.medley.partner;

import dev.medley.connection.ConnectListener;
import dev.medley.connection.ConnectionCounts;
import dev.medley.connection.ConnectionManager;
import dev.medley.connection.ConnectionPool;
import dev.medley.connection.PartnerConnection;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A remote service that mashups consume, with its limits. Thread-safe. */
public final class Partner {

    private final PartnerSettings settings;
    final ConnectionPool connections;
    final Permits permits;
    private final RetryPolicy retryPolicy;

    /** Creates a partner whose connections {@code manager} keeps, and whose waiters run on {@code pool}. */
    public Partner(PartnerSettings settings, ConnectionManager manager, Executor pool) {
        this.settings = settings;
        connections = manager.pool(settings.address(), settings.keepAlive().toNanos());
        permits = new Permits(pool, settings.maxConnections(), settings.maxQueued());
        retryPolicy = new RetryPolicy(settings.connectRetries(), settings.retries());
    }

    /** The name by which mashups call it. */
    public String name() {
        return settings.name();
    }

    /** Its configuration. */
    public PartnerSettings settings() {
        return settings;
    }

    /** What is tried again. */
    public RetryPolicy retryPolicy() {
        return retryPolicy;
    }

    /**
     * Asks for a permit to use a connection. Does not block.
     *
     * @param waiter gets the permit later, if there is none now
     * @param granted gets it at once, if there is one
     * @return false if there is none and the queue is full: neither will be called
     */
    public boolean ask(Waiter waiter, Consumer<Permit> granted) {
        return switch (permits.ask(waiter)) {
            case GRANTED -> {
                granted.accept(new Permit(permits));
                yield true;
            }
            case QUEUED -> true;
            case REFUSED -> false;
        };
    }

    /**
     * Stops waiting.
     *
     * @return whether it did; if not, the permit has been or is about to be handed over
     */
    public boolean withdraw(Waiter waiter) {
        return permits.withdraw(waiter);
    }

    /** Takes an idle connection, or returns null when there is none. For the holder of a permit. */
    public @Nullable PartnerConnection takeIdleConnection() {
        return connections.takeIdle();
    }

    /** Takes back a connection that was not used. */
    public void putBack(PartnerConnection connection) {
        connections.putBack(connection);
    }

    /** Opens a connection. For the holder of a permit. */
    public void openConnection(ConnectListener asker) {
        connections.open(asker);
    }

    /** Connections, at this moment. */
    public ConnectionCounts connections() {
        return connections.counts();
    }

    /** Permits that have been given out and not ended. */
    public int permitsUsed() {
        return permits.used();
    }

    /** Exchanges that wait for a permit. */
    public int queued() {
        return permits.queued();
    }

    @Override
    public String toString() {
        return settings.name();
    }
}
