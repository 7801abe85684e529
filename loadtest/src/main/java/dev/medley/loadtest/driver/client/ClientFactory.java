package dev.medley.loadtest.driver.client;

import dev.medley.connection.internal.jetty.DeferredDisposalTransport;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Jetty's client as the driver needs it: it does nothing by itself. No queue, no pool, no redirects, cookies, decoding or
 * authentication.
 */
final class ClientFactory {

    private ClientFactory() {}

    /** The number of threads that watch connections. */
    static int selectors(LoadPlan plan) {
        return Math.min(plan.threads() / 2, Runtime.getRuntime().availableProcessors());
    }

    /**
     * A client that runs.
     *
     * @throws Exception if it does not start
     */
    static HttpClient start(
            LoadPlan plan, InetAddress target, List<InetAddress> sources, Scheduler scheduler, ConnectionPool pool)
            throws Exception {
        ClientConnector connector = connector(plan, sources);
        HttpClientTransport transport = transport(plan.protocol(), connector);
        transport.setConnectionPoolFactory(destination -> pool);
        // Nothing here blocks, so answers are read where they are noticed, without another thread for each.
        transport.setInvocationType(Invocable.InvocationType.NON_BLOCKING);
        HttpClient client = new HttpClient(transport);
        client.setName("load");
        client.setExecutor(threads(plan.threads()));
        client.setScheduler(scheduler);
        client.setByteBufferPool(new ArrayByteBufferPool());
        // The name is looked up once, not for each connection.
        client.setSocketAddressResolver(
                (host, port, context, promise) -> promise.succeeded(List.of(new InetSocketAddress(target, port))));
        client.setConnectTimeout(plan.timeout().toMillis());
        client.setIdleTimeout(0);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, "Medley-load"));
        client.start();
        // Jetty adds these when it starts.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
        return client;
    }

    private static ClientConnector connector(LoadPlan plan, List<InetAddress> sources) throws Exception {
        ClientConnector connector = new SourceRotation(sources) {
            @Override
            public ClientConnectionFactory newSslClientConnectionFactory(
                    SslContextFactory.Client context, ClientConnectionFactory wrapped) {
                return new HandshakeGuard(
                        plan.protocol(), plan.timeout(), context, getByteBufferPool(), getExecutor(), wrapped);
            }
        };
        connector.setSelectors(selectors(plan));
        if (LoadProtocol.isSecure(plan.target())) {
            connector.setSslContextFactory(plan.trust().newContextFactory());
        }
        return connector;
    }

    /** A client's way to send over {@code protocol}, to a server that may fail. */
    static HttpClientTransport transport(LoadProtocol protocol, ClientConnector connector) {
        return switch (protocol) {
            case HTTP_1_0, HTTP_1_1 -> withoutHeaderCache(new DeferredDisposalTransport(connector));
            case H2C, H2 -> new HttpClientTransportOverHTTP2(new HTTP2Client(connector));
        };
    }

    private static QueuedThreadPool threads(int count) {
        QueuedThreadPool threads = new QueuedThreadPool(count, count);
        threads.setName("load");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        return threads;
    }

    /** The cache is a table of some 100 KB for each of thousands of connections. */
    private static HttpClientTransport withoutHeaderCache(HttpClientTransportOverHTTP transport) {
        transport.setHeaderCacheSize(0);
        return transport;
    }
}
