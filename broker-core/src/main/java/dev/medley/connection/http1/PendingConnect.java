package dev.medley.connection.http1;

import dev.medley.connection.ConnectListener;
import dev.medley.connection.ConnectionListener;
import dev.medley.thread.BrokerPool;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Attachable;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A connect that Jetty carries out. Jetty holds it as long as the connection lives, so it drops its listener once that has
 * been called: else each connection would hold the exchange that it was opened for.
 */
final class PendingConnect implements Promise<Connection> {

    private final HttpClient client;
    private final Target target;
    private final ConnectionListener owner;
    private final AtomicReference<@Nullable ConnectListener> listener;

    PendingConnect(HttpClient client, Target target, ConnectionListener owner, ConnectListener listener) {
        this.client = client;
        this.target = target;
        this.owner = owner;
        this.listener = new AtomicReference<>(listener);
    }

    @Override
    public void succeeded(Connection connection) {
        ConnectListener first = listener.getAndSet(null);
        if (first == null) {
            connection.close();
            return;
        }
        JettyConnection established = new JettyConnection(client, target, (Http1Connection) connection, owner);
        ((Attachable) connection).setAttachment(established);
        first.onConnectionEstablished(established);
        // A connection that closed before it had its attachment was reported to no listener.
        if (connection.isClosed()) {
            established.onConnectionClosed();
        }
    }

    @Override
    public void failed(Throwable failure) {
        ConnectListener first = listener.getAndSet(null);
        if (first == null) {
            return;
        }
        if (BrokerPool.onBrokerThread()) {
            first.onConnectionFailed(failure);
        } else {
            // Jetty reports a time-out on the thread of the scheduler.
            client.getExecutor().execute(() -> first.onConnectionFailed(failure));
        }
    }
}
