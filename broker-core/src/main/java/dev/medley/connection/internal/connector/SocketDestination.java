package dev.medley.connection.internal.connector;

import dev.medley.connection.Protocol;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.Destination;
import dev.medley.connection.internal.ProtocolNegotiation;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.jetty.TlsContext;
import org.eclipse.jetty.alpn.client.ALPNClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.jspecify.annotations.Nullable;

/** The destination of the connections to one partner. */
final class SocketDestination implements Destination {

    private final SocketConnector connector;
    private final Address address;
    private final ConnectSettings settings;
    private final @Nullable TlsContext tls;
    private final @Nullable ClientConnectionFactory negotiation;

    SocketDestination(SocketConnector connector, Address address, ConnectSettings settings) {
        this.connector = connector;
        this.address = address;
        this.settings = settings;
        if (address.secure()) {
            tls = new TlsContext(address, settings.tls());
            negotiation = new ALPNClientConnectionFactory(
                    connector.pool(),
                    (endPoint, context) -> PendingConnect.of(context).negotiated(endPoint),
                    ProtocolNegotiation.offered(settings.protocol()));
        } else {
            tls = null;
            negotiation = null;
        }
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void connect(ConnectionListener owner, ConnectListener listener) {
        new PendingConnect(this, owner, listener).begin();
    }

    SocketConnector connector() {
        return connector;
    }

    ConnectSettings settings() {
        return settings;
    }

    /** TLS; null where there is none. */
    @Nullable
    TlsContext tls() {
        return tls;
    }

    /** Creates the connection that negotiates the protocol, above TLS; null where there is no TLS. */
    @Nullable
    ClientConnectionFactory negotiation() {
        return negotiation;
    }

    /** The protocol where nothing is negotiated. */
    Protocol protocolInTheClear() {
        Protocol known = ProtocolNegotiation.known(settings.protocol(), address);
        return known == null ? Protocol.HTTP_1_1 : known;
    }
}
