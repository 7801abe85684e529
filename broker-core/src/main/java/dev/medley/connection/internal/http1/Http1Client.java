package dev.medley.connection.internal.http1;

import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.jetty.Http1Connection;
import dev.medley.thread.internal.BrokerPool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/**
 * Makes connections that speak HTTP/1.1, by a Jetty client that shares the broker's pool.
 *
 * <p>Jetty's client is left nothing to decide: it neither connects, queues, pools, retries, times out, follows redirects,
 * keeps cookies, authenticates nor decodes.
 */
public final class Http1Client {

    /** Jetty would keep a table of some 100 KB for each connection, to find a few fields in faster. */
    private static final int NO_HEADER_CACHE = 0;

    private static final int NEVER_QUEUED = 1;

    /** More than Host, User-Agent and Content-Length take. */
    private static final int OWN_FIELDS_BYTES = 1024;

    private final HttpClient client;
    private final Map<Address, Target> targets = new ConcurrentHashMap<>();

    /**
     * Creates a client; {@link #start()} starts it, and {@code sockets} with it.
     *
     * @param pool whose threads carry the connections
     * @param sockets connects sockets
     * @param maxRequestHead the largest head of a request, in bytes
     * @param maxResponseHead the largest head of a response, in bytes; connections may have less
     */
    public Http1Client(BrokerPool pool, ClientConnector sockets, int maxRequestHead, int maxResponseHead) {
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(sockets);
        transport.setHeaderCacheSize(NO_HEADER_CACHE);
        if (pool.virtualRequests() || pool.loops() != null) {
            // Otherwise Jetty reads on another thread than the one that selects.
            transport.setInvocationType(InvocationType.NON_BLOCKING);
        }
        IdleReports reports = new IdleReports();
        transport.setConnectionPoolFactory(destination -> reports);
        client = new HttpClient(transport);
        client.setName("medley-client");
        client.setExecutor(pool.threads());
        client.setScheduler(pool.scheduler());
        client.setByteBufferPool(pool.buffers());
        client.setConnectTimeout(sockets.getConnectTimeout().toMillis());
        client.setIdleTimeout(0);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setHttpCompliance(HttpCompliance.STRICT);
        client.setMaxResponseHeadersSize(maxResponseHead);
        client.setMaxRequestHeadersSize(maxRequestHead + OWN_FIELDS_BYTES);
        client.setMaxRequestsQueuedPerDestination(NEVER_QUEUED);
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "Medley"));
    }

    /** Raises the largest heads of a request and of a response, in bytes; a lower value than before has no effect. */
    public void raiseBounds(int maxRequestHead, int maxResponseHead) {
        client.setMaxRequestHeadersSize(Math.max(client.getMaxRequestHeadersSize(), maxRequestHead + OWN_FIELDS_BYTES));
        client.setMaxResponseHeadersSize(Math.max(client.getMaxResponseHeadersSize(), maxResponseHead));
    }

    /**
     * Starts the client.
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
        // responses are passed over by Http1Receiver.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
    }

    /**
     * Closes all sockets.
     *
     * @throws IllegalStateException if they do not close
     */
    public void stop() {
        try {
            client.stop();
        } catch (Exception x) {
            throw new IllegalStateException("the HTTP client did not stop: " + x, x);
        }
    }

    /**
     * Puts a connection above a socket, or above TLS.
     *
     * @param endPoint is connected, with all handshakes done
     * @param limits on the responses
     * @param owner is called back as long as the connection lives
     * @param listener is called back once
     */
    public Connection newConnection(
            EndPoint endPoint,
            Address address,
            ResponseLimits limits,
            ConnectionListener owner,
            ConnectListener listener) {
        // The IP addresses of a name may change for ever.
        Target target = targets.computeIfAbsent(address.withoutIp(), named -> Target.of(client, named));
        HttpDestination destination = (HttpDestination) client.resolveDestination(target.origin());
        return new Http1Connection(endPoint, destination, limits, new Establishment(target, owner, listener));
    }
}
