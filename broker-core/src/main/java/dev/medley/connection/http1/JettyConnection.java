package dev.medley.connection.http1;

import dev.medley.connection.ConnectionListener;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.PartnerConnection;
import dev.medley.connection.Protocol;
import dev.medley.connection.Transfer;
import dev.medley.connection.TransferListener;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection of Jetty's client, which knows it as its attachment. */
final class JettyConnection extends PartnerConnection {

    private final Target target;
    private final Http1Connection jetty;
    private volatile @Nullable JettyTransfer current;

    JettyConnection(Target target, Http1Connection jetty, ConnectionListener owner) {
        super(owner);
        this.target = target;
        this.jetty = jetty;
    }

    @Override
    protected Transfer newTransfer(OutboundRequest request, TransferListener listener) {
        return new JettyTransfer(this, jetty, new JettyRequest(target, request), listener);
    }

    @Override
    public void close() {
        jetty.close();
    }

    @Override
    public boolean isClosed() {
        return jetty.isClosed();
    }

    @Override
    public boolean isReusable() {
        return jetty.isReusable();
    }

    @Override
    public Protocol protocol() {
        return Protocol.HTTP_1_1;
    }

    @Override
    public SocketAddress localAddress() {
        return jetty.getLocalSocketAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
        return jetty.getRemoteSocketAddress();
    }

    /** {@code transfer} is about to be sent. One that is not sent is not held: the connection may be idle for long. */
    void sending(JettyTransfer transfer) {
        current = transfer;
    }

    /** Called by Jetty once the response is over and the connection is fit for the next request. */
    void onConnectionIdle() {
        JettyTransfer over = current;
        current = null;
        release();
        if (over != null) {
            over.onConnectionIdle();
        }
    }

    /** Called by Jetty when the connection is closed. */
    void onConnectionClosed() {
        closed();
    }
}
