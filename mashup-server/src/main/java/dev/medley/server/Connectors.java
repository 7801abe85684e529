package dev.medley.server;

import dev.medley.config.ServerSettings;
import dev.medley.thread.BrokerPool;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty's servers and connectors on the shared pool. */
final class Connectors {

    /** The selector accepts connections: a thread only for that would be one of few. */
    private static final int NO_ACCEPTORS = 0;

    private static final int SELECTORS = 1;

    /** Jetty's header cache takes some 100 KB per connection, and speeds up a few fields only. */
    private static final int NO_HEADER_CACHE = 0;

    private Connectors() {}

    static Server server(BrokerPool pool) {
        return new Server(pool.threads(), pool.scheduler(), pool.buffers());
    }

    /** The connector of the mashups: HTTP/1.1, and HTTP/2 in clear text with prior knowledge. */
    static ServerConnector mashups(Server server, ServerSettings settings) {
        HttpConfiguration http = http();
        ServerConnector connector = new ServerConnector(
                server,
                NO_ACCEPTORS,
                SELECTORS,
                new HttpConnectionFactory(http),
                new HTTP2CServerConnectionFactory(http));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setAcceptQueueSize(settings.acceptBacklog());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        server.addConnector(connector);
        return connector;
    }

    static ServerConnector admin(Server server, ServerSettings settings) {
        ServerConnector connector =
                new ServerConnector(server, NO_ACCEPTORS, SELECTORS, new HttpConnectionFactory(http()));
        connector.setHost(settings.admin().host());
        connector.setPort(settings.admin().port());
        server.addConnector(connector);
        return connector;
    }

    private static HttpConfiguration http() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setHeaderCacheSize(NO_HEADER_CACHE);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(UriCompliance.DEFAULT);
        return http;
    }
}
