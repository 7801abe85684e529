package dev.medley.connection;

import dev.medley.thread.BrokerPool;
import dev.medley.thread.Time;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/**
 * Opens and keeps the connections to all partners, over one Jetty client that shares the broker's pool.
 *
 * <p>Jetty's client is left nothing to decide: it neither queues, pools, retries, times out, follows redirects, keeps
 * cookies, authenticates nor decodes. Each connection is opened by Medley for an exchange that is known, so that what
 * happens to it happens to that exchange and to no other.
 */
public final class ConnectionManager implements AutoCloseable {

    /** Jetty would keep a table of some 100 KB for each connection, to find a few fields in faster. */
    private static final int NO_HEADER_CACHE = 0;

    private static final int MAX_RESPONSE_HEADER_BYTES = 32 * 1024;
    private static final int NEVER_QUEUED = 1;

    private final BrokerPool pool;
    private final Time time;
    private final HttpClient client;
    private final NameResolver resolver;
    private final Map<String, PartnerConnections> partners = new ConcurrentHashMap<>();
    private final Map<String, Origin> origins = new ConcurrentHashMap<>();

    /**
     * Creates a manager; {@link #start()} brings it to life.
     *
     * @param pool whose threads carry the connections
     * @param connectTimeoutMillis when a connection that is still being established is given up
     */
    public ConnectionManager(BrokerPool pool, long connectTimeoutMillis) {
        this(pool, pool.time(), connectTimeoutMillis);
    }

    /** As above, with another time than the pool's. */
    public ConnectionManager(BrokerPool pool, Time time, long connectTimeoutMillis) {
        this.pool = pool;
        this.time = time;
        resolver = new NameResolver(pool);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        StrictTransport transport = new StrictTransport(connector, pool);
        transport.setHeaderCacheSize(NO_HEADER_CACHE);
        if (pool.virtualRequests()) {
            // Else Jetty would start a virtual thread for whatever is to be read.
            transport.setInvocationType(InvocationType.NON_BLOCKING);
        }
        transport.setConnectionPoolFactory(destination ->
                partner((String) destination.getOrigin().getTag()).bridge());
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
        client.setMaxRequestsQueuedPerDestination(NEVER_QUEUED);
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "Medley"));
    }

    /**
     * Makes a partner known; before {@link #start()}.
     *
     * @param name the partner's name, which no other has
     * @param address where it is
     * @param keepAliveNanos how long an idle connection is kept, in nanoseconds; 0 for as long as the partner does
     */
    public PartnerConnections register(String name, Address address, long keepAliveNanos) {
        String url = address.scheme() + "://" + address.authority() + "/";
        PartnerRequest.Base base =
                new PartnerRequest.Base(URI.create(url), new HttpField(HttpHeader.HOST, address.authority()));
        PartnerConnections connections = new PartnerConnections(client, time, base, keepAliveNanos);
        if (partners.putIfAbsent(name, connections) != null) {
            throw new IllegalArgumentException("partner " + name + " is there twice");
        }
        origins.put(
                name,
                new Origin(
                        address.scheme(),
                        new Origin.Address(address.host(), address.port()),
                        name,
                        HttpClientTransportOverHTTP.HTTP11));
        return connections;
    }

    /**
     * Starts Jetty's client. The pool must have been started.
     *
     * @throws IllegalStateException if it does not start
     */
    public void start() {
        try {
            client.start();
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not start: " + x, x);
        }
        // Jetty adds these when it starts. They would resend, redirect and decode behind the exchange's back; interim
        // responses are passed over by StrictReceiver.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
        partners.forEach((name, connections) -> connections.startAt(client.resolveDestination(origin(name))));
    }

    /**
     * Closes all connections.
     *
     * @throws IllegalStateException if the client does not stop
     */
    @Override
    public void close() {
        partners.values().forEach(PartnerConnections::close);
        try {
            client.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not stop: " + x, x);
        } finally {
            resolver.close();
        }
    }

    /** The pool on whose threads connections call back. */
    public BrokerPool pool() {
        return pool;
    }

    private PartnerConnections partner(String name) {
        return Optional.ofNullable(partners.get(name)).orElseThrow();
    }

    private Origin origin(String name) {
        return Optional.ofNullable(origins.get(name)).orElseThrow();
    }
}
