package dev.medley.connection.internal.http1;

import dev.medley.connection.Protocol;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.jetty.Http1Connection;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection of Jetty's client, which knows it as its attachment. It carries one exchange at a time, and is its own and
 * only lease.
 */
final class JettyConnection extends PartnerConnection implements Lease {

    private final Target target;
    private final Http1Connection jetty;
    private volatile @Nullable JettyTransfer current;

    JettyConnection(Target target, Http1Connection jetty, ConnectionListener owner) {
        super(owner);
        this.target = target;
        this.jetty = jetty;
    }

    @Override
    public int maxStreams() {
        return 1;
    }

    @Override
    public int loop() {
        return jetty.partnerEndPoint().loop();
    }

    @Override
    public Lease newLease() {
        return this;
    }

    @Override
    public PartnerConnection connection() {
        return this;
    }

    @Override
    public Transfer prepare(DefaultOutboundRequest request, TransferListener listener) {
        used();
        return new JettyTransfer(this, jetty, new JettyRequest(target, request, listener), listener);
    }

    @Override
    public void release() {
        streamIdle();
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
