package dev.medley.server.internal.inbound.proxy;

import dev.medley.config.ProxySettings;
import dev.medley.setting.internal.AddressRange;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ProxyConnectionFactory;

/**
 * The PROXY protocol, version 1 or 2, by which a trusted proxy begins each connection. One without its header, or from anywhere
 * else, is closed: its specification forbids to guess.
 */
public final class ProxyHeader extends ProxyConnectionFactory {

    private final List<AddressRange> trusted;

    /**
     * Creates it.
     *
     * @param next the protocol behind the header
     */
    public ProxyHeader(ProxySettings proxies, String next) {
        super(next);
        trusted = proxies.trusted().stream().map(AddressRange::parse).toList();
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        boolean trusted = endPoint.getRemoteSocketAddress() instanceof InetSocketAddress peer
                && this.trusted.stream().anyMatch(range -> range.contains(peer.getAddress()));
        if (!trusted) {
            endPoint.close();
        }
        return super.newConnection(connector, endPoint);
    }

    @Override
    protected void nextProtocol(Connector connector, EndPoint endPoint, ByteBuffer buffer) {
        endPoint.close();
    }
}
