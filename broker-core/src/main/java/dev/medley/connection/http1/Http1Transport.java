package dev.medley.connection.http1;

import dev.medley.thread.BrokerPool;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.Executor;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * Jetty's HTTP/1.1 transport, with connections that refuse what leaves doubt where a response ends, and which are opened
 * on threads of the pool only.
 */
final class Http1Transport extends HttpClientTransportOverHTTP {

    private final HttpClientConnectionFactory strict = new HttpClientConnectionFactory() {
        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
            return customize(new Http1Connection(endPoint, context), context);
        }
    };

    private final Executor pool;

    Http1Transport(ClientConnector connector, Executor pool) {
        super(connector);
        this.pool = pool;
    }

    /** Jetty tries the next address on the scheduler's thread when one does not answer in time. */
    @Override
    public void connect(SocketAddress address, Map<String, Object> context) {
        if (BrokerPool.onBrokerThread()) {
            super.connect(address, context);
        } else {
            pool.execute(() -> super.connect(address, context));
        }
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        return strict.newConnection(endPoint, context);
    }
}
