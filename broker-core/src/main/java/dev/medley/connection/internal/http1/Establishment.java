package dev.medley.connection.internal.http1;

import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.jetty.Http1Connection;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.util.Attachable;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's promise of a connection. Jetty holds it as long as the connection lives, so it drops its listener once that has
 * been called.
 */
final class Establishment implements Promise<Connection> {

    private static final AtomicReferenceFieldUpdater<Establishment, @Nullable ConnectListener> LISTENER =
            AtomicReferenceFieldUpdater.newUpdater(Establishment.class, ConnectListener.class, "listener");

    private final Target target;
    private final ConnectionListener owner;

    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile @Nullable ConnectListener listener;

    Establishment(Target target, ConnectionListener owner, ConnectListener listener) {
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
        if (first != null) {
            first.onConnectionFailed(failure);
        }
    }
}
