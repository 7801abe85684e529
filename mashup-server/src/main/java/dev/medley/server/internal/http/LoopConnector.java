package dev.medley.server.internal.http;

import dev.medley.config.HalfClose;
import dev.medley.config.ServerSettings;
import dev.medley.server.internal.inbound.InboundEndPoint;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.thread.internal.AcceptPause;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ChannelOwner;
import dev.medley.thread.internal.IdleSelector;
import dev.medley.thread.internal.Loops;
import dev.medley.thread.internal.MeteredSelector;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** A connector whose connections are selected by the loops of the pool, if it has any, or else by a selector of its own. */
public final class LoopConnector extends ServerConnector {

    /** The selector accepts connections: a thread only for that would be one of few. */
    private static final int NO_ACCEPTORS = 0;

    private static final int SELECTORS = 1;

    private final HalfClose halfClose;
    private final InboundWatch watch;

    LoopConnector(PoolServer server, ServerSettings settings, ConnectionFactory... factories) {
        super(server, NO_ACCEPTORS, SELECTORS, factories);
        halfClose = settings.clients().halfClose();
        watch = new InboundWatch(
                server.pool().clock(),
                server.watchPeriod(),
                settings.clients(),
                settings.idleTimeout(),
                server.closed(),
                this::getConnectedEndPoints);
    }

    @Override
    protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        // Called by the constructor of the superclass: only the server is known by now.
        BrokerPool pool = ((PoolServer) getServer()).pool();
        Loops loops = pool.loops();
        return loops == null
                ? new OnOwnSelector(executor, scheduler, new AcceptPause(pool.clock()))
                : new OnLoops(loops, scheduler, selectors);
    }

    /** Makes what selects for this connector select anew. */
    public void wakeUp() {
        if (getSelectorManager() instanceof OnLoops onLoops) {
            onLoops.loops.wakeUp();
        } else {
            getSelectorManager().getBeans(ManagedSelector.class).forEach(selector -> selector.submit(woken -> {}));
        }
    }

    /** Ends what waits for clients that have more than their share. Does not block. */
    void relieveSoon() {
        watch.relieveSoon();
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        PoolServer server = (PoolServer) getServer();
        ChannelOwner owner = getSelectorManager() instanceof ChannelOwner onLoops ? onLoops : null;
        InboundEndPoint endPoint = new InboundEndPoint(
                channel,
                selector,
                key,
                getScheduler(),
                owner,
                getExecutor(),
                server.newAccount(),
                server.closed(),
                halfClose);
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }

    @Override
    protected void onEndPointOpened(EndPoint endPoint) {
        super.onEndPointOpened(endPoint);
        watch.connectionOpened();
    }

    @Override
    protected void doStop() throws Exception {
        watch.close();
        super.doStop();
    }

    /** Selects for the connections by a selector of its own. */
    private final class OnOwnSelector extends ServerConnectorManager {

        private final AcceptPause acceptPause;

        OnOwnSelector(Executor executor, Scheduler scheduler, AcceptPause acceptPause) {
            super(executor, scheduler, SELECTORS);
            this.acceptPause = acceptPause;
        }

        @Override
        protected ManagedSelector newSelector(int id) {
            return new MeteredSelector(this, id);
        }

        @Override
        protected @Nullable SelectableChannel doAccept(SelectableChannel server) throws IOException {
            // There is one.
            return acceptPause.accept(server, chooseSelector(), () -> super.doAccept(server));
        }
    }

    /** Leaves connections to the loops. */
    private final class OnLoops extends ServerConnectorManager implements ChannelOwner {

        private final Loops loops;

        OnLoops(Loops loops, Scheduler scheduler, int selectors) {
            super(loops.executor(), scheduler, selectors);
            this.loops = loops;
        }

        @Override
        protected ManagedSelector newSelector(int id) {
            return new IdleSelector(this, id);
        }

        @Override
        public Closeable acceptor(SelectableChannel server) {
            return loops.listen(server, this);
        }

        @Override
        public void accept(SelectableChannel channel, @Nullable Object context) {
            loops.accept(channel, this, LoopConnector.this);
        }

        @Override
        protected void doStop() throws Exception {
            loops.closeAll(this);
            super.doStop();
        }

        // ---- Called by the loops. -------------------------------------------------------------------------------

        /** Probes of the administration do not wait behind the requests of clients. */
        @Override
        public boolean takesTurns() {
            return ((PoolServer) getServer()).takesTurns();
        }

        @Override
        public void accepted(SelectableChannel channel) throws IOException {
            super.accepted(channel);
        }

        @Override
        public SocketChannelEndPoint newEndPoint(SelectableChannel channel, ManagedSelector loop, SelectionKey key)
                throws IOException {
            return super.newEndPoint(channel, loop, key);
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object context)
                throws IOException {
            return super.newConnection(channel, endPoint, context);
        }

        /** The handshake begins when the client's first bytes have come. */
        @Override
        public boolean opensSlowly(Object context) {
            return false;
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
