package dev.medley.connection;

import java.util.Map;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/** Jetty's HTTP/1.1 transport, with connections that refuse what leaves doubt where a response ends. */
final class StrictTransport extends HttpClientTransportOverHTTP {

    private final HttpClientConnectionFactory strict = new HttpClientConnectionFactory() {
        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
            return customize(new StrictConnection(endPoint, context), context);
        }
    };

    StrictTransport(ClientConnector connector) {
        super(connector);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        return strict.newConnection(endPoint, context);
    }
}
