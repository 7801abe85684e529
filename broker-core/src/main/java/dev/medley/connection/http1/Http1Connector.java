package dev.medley.connection.http1;

import dev.medley.connection.Address;
import dev.medley.connection.ConnectListener;
import dev.medley.connection.ConnectionListener;
import dev.medley.connection.Connector;
import dev.medley.connection.OutboundRequest;
import dev.medley.thread.BrokerPool;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/**
 * Opens connections that speak HTTP/1.1, by a Jetty client that shares the broker's pool.
 *
 * <p>Jetty's client is left nothing to decide: it neither queues, pools, retries, times out, follows redirects, keeps
 * cookies, authenticates nor decodes.
 */
public final class Http1Connector implements Connector {

    /** Jetty would keep a table of some 100 KB for each connection, to find a few fields in faster. */
    private static final int NO_HEADER_CACHE = 0;

    private static final int MAX_RESPONSE_HEADER_BYTES = 32 * 1024;
    private static final int NEVER_QUEUED = 1;

    /** More than Host, User-Agent and Content-Length take. */
    private static final int OWN_FIELDS_BYTES = 1024;

    private final HttpClient client;
    private final NameResolver resolver;
    private final Map<Address, Target> targets = new ConcurrentHashMap<>();

    /** Creates a connector for requests of at most {@value OutboundRequest#DEFAULT_MAX_HEAD} bytes. */
    public Http1Connector(BrokerPool pool, long connectTimeoutMillis) {
        this(pool, connectTimeoutMillis, OutboundRequest.DEFAULT_MAX_HEAD);
    }

    /**
     * Creates a connector; {@link #start()} starts it.
     *
     * @param pool whose threads carry the connections
     * @param connectTimeoutMillis when a connection that is still being established is given up
     * @param maxRequestHead the limit that requests are {@linkplain OutboundRequest#checkHead checked} against, in bytes;
     *     where partners differ, the largest
     */
    public Http1Connector(BrokerPool pool, long connectTimeoutMillis, int maxRequestHead) {
        resolver = new NameResolver(pool);
        ClientConnector connector = new ClientConnector() {
            @Override
            protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
                return new Http1EndPoint((SocketChannel) channel, selector, key, getScheduler());
            }
        };
        connector.setSelectors(1);
        Http1Transport transport = new Http1Transport(connector, pool);
        transport.setHeaderCacheSize(NO_HEADER_CACHE);
        if (pool.virtualRequests()) {
            // Otherwise Jetty starts a virtual thread for each read.
            transport.setInvocationType(InvocationType.NON_BLOCKING);
        }
        IdleReports reports = new IdleReports();
        transport.setConnectionPoolFactory(destination -> reports);
        client = new HttpClient(transport);
        client.setName("medley-client");
        client.setExecutor(pool.threads());
        client.setScheduler(pool.scheduler());
        client.setByteBufferPool(pool.buffers());
        client.setSocketAddressResolver(resolver);
        client.setConnectTimeout(connectTimeoutMillis);
        client.setIdleTimeout(0);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setHttpCompliance(HttpCompliance.STRICT);
        client.setMaxResponseHeadersSize(MAX_RESPONSE_HEADER_BYTES);
        client.setMaxRequestHeadersSize(maxRequestHead + OWN_FIELDS_BYTES);
        client.setMaxRequestsQueuedPerDestination(NEVER_QUEUED);
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "Medley"));
    }

    @Override
    public void start() {
        try {
            client.start();
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not start: " + x, x);
        }
        // Jetty adds these when it starts. They would resend, redirect and decode behind the exchange's back; interim
        // responses are passed over by Http1Receiver.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
    }

    @Override
    public void connect(Address address, ConnectionListener owner, ConnectListener listener) {
        Target target = targets.computeIfAbsent(address, known -> Target.of(client, known));
        PendingConnect pending = new PendingConnect(target, owner, listener);
        try {
            client.resolveDestination(target.origin()).newConnection(pending);
        } catch (RuntimeException x) {
            pending.failed(x);
        }
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not stop: " + x, x);
        } finally {
            resolver.close();
        }
    }
}
