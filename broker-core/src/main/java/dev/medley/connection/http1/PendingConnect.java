package dev.medley.connection.http1;

import dev.medley.connection.ConnectListener;
import dev.medley.connection.ConnectionListener;
import dev.medley.thread.BrokerPool;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.util.Attachable;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A connect that Jetty carries out. Jetty holds it as long as the connection lives, so it drops its listener once that has
 * been called: else each connection would hold the exchange that it was opened for.
 */
final class PendingConnect implements Promise<Connection> {

    private static final AtomicReferenceFieldUpdater<PendingConnect, @Nullable ConnectListener> LISTENER =
            AtomicReferenceFieldUpdater.newUpdater(PendingConnect.class, ConnectListener.class, "listener");

    private final Target target;
    private final ConnectionListener owner;

    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile @Nullable ConnectListener listener;

    PendingConnect(Target target, ConnectionListener owner, ConnectListener listener) {
        this.target = target;
        this.owner = owner;
        this.listener = listener;
    }

    @Override
    public void succeeded(Connection connection) {
        ConnectListener first = LISTENER.getAndSet(this, null);
        if (first == null) {
            connection.close();
            return;
        }
        JettyConnection established = new JettyConnection(target, (Http1Connection) connection, owner);
        ((Attachable) connection).setAttachment(established);
        first.onConnectionEstablished(established);
        // A connection that closed before it had its attachment was reported to no listener.
        if (connection.isClosed()) {
            established.onConnectionClosed();
        }
    }

    @Override
    public void failed(Throwable failure) {
        ConnectListener first = LISTENER.getAndSet(this, null);
        if (first == null) {
            return;
        }
        if (BrokerPool.onBrokerThread()) {
            first.onConnectionFailed(failure);
        } else {
            // Jetty reports a time-out on the thread of the scheduler.
            target.client().getExecutor().execute(() -> first.onConnectionFailed(failure));
        }
    }
}
