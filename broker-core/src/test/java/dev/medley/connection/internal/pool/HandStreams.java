package dev.medley.connection.internal.pool;

import dev.medley.connection.Protocol;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** A connection over no network, of {@link HandConnector}. Its streams are free, and change, when the test wants it. */
final class HandStreams extends PartnerConnection {

    private final ConnectListener connect;
    private final boolean multiplexed;
    private int maxStreams;
    private boolean reusable = true;
    private boolean closed;
    private boolean reportsCloseLater;

    HandStreams(ConnectionListener owner, ConnectListener connect, int maxStreams) {
        super(owner);
        this.connect = connect;
        multiplexed = maxStreams != 1;
        this.maxStreams = maxStreams;
    }

    @Override
    public int loop() {
        return 0;
    }

    /** Reports the connection as established. */
    HandStreams established() {
        connect.onConnectionEstablished(this);
        return this;
    }

    /** Reports one of its streams as free. */
    void release() {
        streamIdle();
    }

    /** Reports so many of its streams as free. */
    void release(int streams) {
        for (int i = 0; i < streams; i++) {
            streamIdle();
        }
    }

    /** Changes the number of its streams. */
    void allow(int streams) {
        maxStreams = streams;
        maxStreamsChanged();
    }

    /** Reports that it takes no further request. */
    void goAway() {
        draining();
    }

    /** Has its close reported by {@link #reportClose()}, as a socket is closed some time after the call. */
    HandStreams reportingCloseLater() {
        reportsCloseLater = true;
        return this;
    }

    /** Reports the close. */
    void reportClose() {
        closed();
    }

    /** Has it found unusable when it is leased next. */
    void spoil() {
        reusable = false;
    }

    @Override
    public int maxStreams() {
        return maxStreams;
    }

    @Override
    public Lease newLease() {
        return new HandLease(this);
    }

    @Override
    public void close() {
        closed = true;
        if (!reportsCloseLater) {
            closed();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isReusable() {
        return reusable && !closed;
    }

    @Override
    public Protocol protocol() {
        return multiplexed ? Protocol.HTTP_2 : Protocol.HTTP_1_1;
    }

    @Override
    public SocketAddress localAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public SocketAddress remoteAddress() {
        return new InetSocketAddress(0);
    }

    private record HandLease(HandStreams connection) implements Lease {

        @Override
        public Transfer prepare(DefaultOutboundRequest request, TransferListener listener) {
            throw new UnsupportedOperationException("there is no network");
        }

        @Override
        public void release() {
            connection.release();
        }
    }
}
