package dev.medley.connection.internal.jetty;

import java.util.Map;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpChannelOverHTTP;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * Jetty's HTTP/1.1 for clients other than the broker of servers that fail, with {@link DeferredDisposalChannel}. With Jetty's
 * own channel a malformed body now and then takes from another connection of the client what that has read, and its request
 * times out or fails: a failure that the server is not to blame for (see Jetty's issue 12934). It is here, and not with the
 * load driver that uses it, as only this package depends on Jetty's internal classes.
 */
public final class DeferredDisposalTransport extends HttpClientTransportOverHTTP {

    /** Creates a transport above the sockets of {@code connector}. */
    public DeferredDisposalTransport(ClientConnector connector) {
        super(connector);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        // The same steps as in Jetty's transport, whose factory of connections cannot be replaced.
        HttpConnectionOverHTTP connection = new DeferredDisposalConnection(endPoint, context);
        connection.setInitialize(isInitializeConnections());
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return customize(connection, context);
    }

    private static final class DeferredDisposalConnection extends HttpConnectionOverHTTP {

        DeferredDisposalConnection(EndPoint endPoint, Map<String, Object> context) {
            super(endPoint, context);
        }

        @Override
        protected HttpChannelOverHTTP newHttpChannel() {
            return new DeferredDisposalChannel(this);
        }
    }
}
