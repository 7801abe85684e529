package dev.medley.loadtest.clients;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.LoggerFactory;

/** Jetty's HttpClient, as Medley's broker has it below, by its own means alone. */
public final class JettyClient implements OutboundClient {

    private final HttpClient client;

    JettyClient(ClientOptions options) throws Exception {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(ClientOptions.CORES);
        HttpClientTransport transport = transport(options, connector);
        // The listeners do not block, so a response is read by the thread that selects.
        transport.setInvocationType(Invocable.InvocationType.NON_BLOCKING);
        client = new HttpClient(transport);
        QueuedThreadPool threads = new QueuedThreadPool(ClientOptions.CORES + 2, ClientOptions.CORES + 2);
        threads.setReservedThreads(0);
        threads.setDaemon(true);
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(
                options.h2c() ? options.maxHttp2ConnectionsPerPartner() : options.maxRequestsPerPartner());
        client.setMaxRequestsQueuedPerDestination(options.maxRequestsPerPartner());
        client.setConnectTimeout(ClientOptions.TIMEOUT.toMillis());
        client.setIdleTimeout(ClientOptions.TIMEOUT.toMillis());
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.start();
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
    }

    private static HttpClientTransport transport(ClientOptions options, ClientConnector connector) {
        if (options.h2c()) {
            return new HttpClientTransportOverHTTP2(new HTTP2Client(connector));
        }
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(connector);
        // Its tables are 100 KB for each connection.
        transport.setHeaderCacheSize(0);
        return transport;
    }

    /** The program. */
    public static void main(String[] args) throws Exception {
        // The log starts threads of its own, which are not the client's: before these are counted.
        LoggerFactory.getLogger(JettyClient.class).debug("The program starts");
        ClientProgram.run(JettyClient::new, args);
    }

    @Override
    public void send(Burst burst) {
        for (int i = 0; i < burst.size(); i++) {
            client.newRequest(burst.uri(i))
                    .timeout(ClientOptions.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .send(new Listener(burst, i));
        }
    }

    @Override
    public void close() throws Exception {
        client.stop();
    }

    /** Reads one response. */
    private static final class Listener extends BufferingResponseListener {

        private final Burst burst;
        private final int index;

        Listener(Burst burst, int index) {
            super(Burst.BODY_BYTES);
            this.burst = burst;
            this.index = index;
        }

        @Override
        public void onComplete(Result result) {
            if (result.isFailed()) {
                burst.failed(index, result.getFailure());
            } else {
                burst.responded(index, result.getResponse().getStatus(), getContent().length);
            }
        }
    }
}
