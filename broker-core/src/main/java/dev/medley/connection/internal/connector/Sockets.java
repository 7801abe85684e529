package dev.medley.connection.internal.connector;

import dev.medley.connection.internal.jetty.SocketEndPoint;
import dev.medley.thread.internal.ChannelOwner;
import dev.medley.thread.internal.IdleSelector;
import dev.medley.thread.internal.Loops;
import dev.medley.thread.internal.MeteredSelector;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's sockets, above which {@link PendingConnect} puts the protocol. They are selected by the loops of the pool, or
 * else by a selector of their own.
 */
final class Sockets extends ClientConnector {

    private final @Nullable Loops loops;
    private @Nullable ChannelOwner owner;

    Sockets(@Nullable Loops loops) {
        this.loops = loops;
    }

    /** Not started: TLS has a context for each partner, and this one would read all authorities of the JDK. */
    @Override
    protected SslContextFactory.Client newSslContextFactory() {
        return new SslContextFactory.Client() {
            @Override
            protected void doStart() {}
        };
    }

    @Override
    protected SelectorManager newSelectorManager() {
        if (loops == null) {
            return new ClientSelectorManager(getExecutor(), getScheduler(), getSelectors()) {
                @Override
                protected ManagedSelector newSelector(int id) {
                    return new MeteredSelector(this, id);
                }
            };
        }
        OnLoops onLoops = new OnLoops(loops);
        owner = onLoops;
        return onLoops;
    }

    @Override
    protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
        return new SocketEndPoint((SocketChannel) channel, selector, key, getScheduler(), owner);
    }

    @Override
    protected Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        return PendingConnect.of(context).connected(endPoint);
    }

    /** Leaves connects and connections to the loops. */
    private final class OnLoops extends ClientSelectorManager implements ChannelOwner {

        private final Loops loops;

        OnLoops(Loops loops) {
            super(loops.executor(), Sockets.this.getScheduler(), 1);
            this.loops = loops;
        }

        @Override
        protected ManagedSelector newSelector(int id) {
            return new IdleSelector(this, id);
        }

        @Override
        public void setConnectTimeout(long milliseconds) {
            super.setConnectTimeout(milliseconds);
            loops.setConnectTimeout(milliseconds);
        }

        @Override
        public void connect(SelectableChannel channel, Object context) {
            loops.connect(channel, this, context);
        }

        @Override
        public void accept(SelectableChannel channel, Object context) {
            loops.accept(channel, this, context);
        }

        @Override
        protected void doStop() throws Exception {
            loops.closeAll(this);
            super.doStop();
        }

        // ---- Called by the loops. -------------------------------------------------------------------------------

        @Override
        public EndPoint newEndPoint(SelectableChannel channel, ManagedSelector loop, SelectionKey key) {
            EndPoint endPoint = Sockets.this.newEndPoint(channel, loop, key);
            endPoint.setIdleTimeout(getIdleTimeout().toMillis());
            return endPoint;
        }

        @Override
        @SuppressWarnings("unchecked") // The context that Sockets.connect was called with.
        public boolean opensSlowly(Object context) {
            return PendingConnect.of((Map<String, Object>) context).isSecure();
        }

        @Override
        public void accepted(SelectableChannel channel) throws IOException {
            super.accepted(channel);
        }

        @Override
        public void connectionFailed(SelectableChannel channel, Throwable failure, Object context) {
            super.connectionFailed(channel, failure, context);
        }

        @Override
        public void endPointOpened(EndPoint endPoint) {
            super.endPointOpened(endPoint);
        }

        @Override
        public void endPointClosed(EndPoint endPoint) {
            super.endPointClosed(endPoint);
        }
    }
}
