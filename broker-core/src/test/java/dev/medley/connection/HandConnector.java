package dev.medley.connection;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;

/** A connector whose connects the test establishes, over no network. */
final class HandConnector implements Connector {

    private final Deque<Runnable> connects = new ArrayDeque<>();

    /** Establishes the connect that was begun first. */
    void establish() {
        connects.remove().run();
    }

    int pending() {
        return connects.size();
    }

    @Override
    public void start() {}

    @Override
    public Destination destination(Address address, ConnectSettings settings) {
        return new Destination() {
            @Override
            public Address address() {
                return address;
            }

            @Override
            public void connect(ConnectionListener owner, ConnectListener listener) {
                connects.add(() -> listener.onConnectionEstablished(new Established(owner)));
            }
        };
    }

    @Override
    public void close() {}

    private static final class Established extends PartnerConnection implements Lease {

        private final ConnectionListener owner;
        private boolean closed;

        Established(ConnectionListener owner) {
            super(owner);
            this.owner = owner;
        }

        @Override
        public int maxStreams() {
            return 1;
        }

        @Override
        protected Lease newLease() {
            return this;
        }

        @Override
        public PartnerConnection connection() {
            return this;
        }

        @Override
        public Transfer prepare(OutboundRequest request, TransferListener listener) {
            throw new UnsupportedOperationException("there is no network");
        }

        @Override
        public void release() {
            streamIdle();
        }

        @Override
        public void close() {
            closed = true;
            owner.onConnectionClosed(this);
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public boolean isReusable() {
            return !closed;
        }

        @Override
        public Protocol protocol() {
            return Protocol.HTTP_1_1;
        }

        @Override
        public SocketAddress localAddress() {
            return new InetSocketAddress(0);
        }

        @Override
        public SocketAddress remoteAddress() {
            return new InetSocketAddress(0);
        }
    }
}
