package dev.medley.connection.internal.connector;

import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.Connector;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Destination;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.SharedBounds;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.NameLookUp;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceName;
import dev.medley.connection.internal.http1.Http1Client;
import dev.medley.connection.internal.http2.Http2Client;
import dev.medley.connection.internal.jetty.NameResolver;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/** Opens connections by sockets, on the broker's pool. */
public final class SocketConnector implements Connector {

    private final BrokerPool pool;
    private final Clock clock;
    private final NameResolver resolver;
    private final ClientConnector sockets;
    private final Http1Client http1;
    private final Http2Client http2;

    /**
     * Creates a connector for requests of at most {@value DefaultOutboundRequest#DEFAULT_MAX_HEAD} bytes, and responses by the
     * default limits.
     */
    public SocketConnector(BrokerPool pool, Clock clock, long connectTimeoutMillis) {
        this(
                pool,
                clock,
                new SharedBounds(
                        connectTimeoutMillis,
                        DefaultOutboundRequest.DEFAULT_MAX_HEAD,
                        ResponseLimits.DEFAULT.maxHead()),
                NameLookUp.SYSTEM);
    }

    /**
     * Creates a connector; {@link #start()} starts it.
     *
     * @param pool whose threads carry the connections
     * @param clock measures the time of handshakes
     * @param bounds that all connections share
     * @param names looks partners' names up
     */
    public SocketConnector(BrokerPool pool, Clock clock, SharedBounds bounds, NameLookUp names) {
        this.pool = pool;
        this.clock = clock;
        resolver = new NameResolver(pool, names);
        sockets = new Sockets(pool.loops());
        sockets.setSelectors(1);
        sockets.setExecutor(pool.threads());
        sockets.setScheduler(pool.scheduler());
        sockets.setByteBufferPool(pool.buffers());
        sockets.setConnectTimeout(Duration.ofMillis(bounds.connectTimeoutMillis()));
        sockets.setIdleTimeout(Duration.ZERO);
        http1 = new Http1Client(pool, sockets, bounds.maxRequestHead(), bounds.maxResponseHead());
        http2 = new Http2Client(pool, clock, bounds.maxRequestHead());
    }

    @Override
    public void start() {
        http1.start();
    }

    @Override
    public Destination destination(Address address, ConnectSettings settings) {
        return new SocketDestination(this, address, settings);
    }

    @Override
    public void lookUp(String host, BiConsumer<@Nullable List<InetAddress>, @Nullable Throwable> whenDone) {
        resolver.lookUp(host, whenDone);
    }

    @Override
    public void lookUp(ServiceName service, BiConsumer<@Nullable List<ServiceAddress>, @Nullable Throwable> whenDone) {
        resolver.lookUp(service, whenDone);
    }

    @Override
    public void raise(SharedBounds bounds) {
        if (bounds.connectTimeoutMillis() > sockets.getConnectTimeout().toMillis()) {
            sockets.setConnectTimeout(Duration.ofMillis(bounds.connectTimeoutMillis()));
        }
        http1.raiseBounds(bounds.maxRequestHead(), bounds.maxResponseHead());
        http2.raiseMaxRequestHead(bounds.maxRequestHead());
    }

    @Override
    public void close() {
        try {
            http1.stop();
        } finally {
            resolver.close();
        }
    }

    // ---- For the connects. --------------------------------------------------------------------------------------

    BrokerPool pool() {
        return pool;
    }

    Clock clock() {
        return clock;
    }

    Http1Client http1() {
        return http1;
    }

    Http2Client http2() {
        return http2;
    }

    void resolve(Address address, Promise<List<InetSocketAddress>> promise) {
        resolver.resolve(address.connectHost(), address.connectPort(), Map.of(), promise);
    }

    /** Connects a socket; {@code context} has the {@link PendingConnect}. By a thread of the pool. */
    void connectSocket(InetSocketAddress address, Map<String, Object> context) {
        sockets.connect(address, context);
    }
}
