package dev.medley.connection;

import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.client.HttpClient;
import org.jspecify.annotations.Nullable;

/** A connection that carries exchanges. It belongs to whoever took or opened it until it is released or closed. */
public final class WireConnection implements Connection {

    private static final AtomicLong NUMBER = new AtomicLong();

    private final long id = NUMBER.incrementAndGet();
    private final AtomicInteger uses = new AtomicInteger();
    private final HttpClient client;
    private final PartnerConnections owner;
    private final org.eclipse.jetty.client.Connection jetty;
    private volatile @Nullable Transfer current;

    // Written and read by PartnerConnections under its lock only.
    @Nullable
    WireConnection newer;

    @Nullable
    WireConnection older;

    boolean idle;
    boolean gone;
    long idleSince;

    WireConnection(HttpClient client, PartnerConnections owner, org.eclipse.jetty.client.Connection jetty) {
        this.client = client;
        this.owner = owner;
        this.jetty = jetty;
    }

    /**
     * Prepares to carry a request; {@link Transfer#send()} sends it.
     *
     * @param carriage told what becomes of it
     */
    public Transfer prepare(OutboundRequest request, Carriage carriage) {
        Transfer transfer = new Transfer(jetty, new PartnerRequest(client, owner.base(), request), carriage);
        uses.incrementAndGet();
        current = transfer;
        return transfer;
    }

    /** Closes the connection. */
    public void close() {
        jetty.close();
    }

    /** Gives the connection back unused. */
    public void putBack() {
        owner.putBack(this);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public Protocol protocol() {
        return Protocol.HTTP_1_1;
    }

    @Override
    public int uses() {
        return uses.get();
    }

    @Override
    public SocketAddress localAddress() {
        return jetty.getLocalSocketAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
        return jetty.getRemoteSocketAddress();
    }

    @Override
    public String toString() {
        return "connection " + id + " to " + remoteAddress();
    }

    /** Called by Jetty once the response is over and the connection is fit for the next request. */
    void releasedByJetty() {
        Transfer over = current;
        current = null;
        putBack();
        if (over != null) {
            over.released();
        }
    }

    boolean isClosed() {
        return jetty.isClosed();
    }
}
