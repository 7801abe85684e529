package dev.medley.server.internal.http;

import dev.medley.account.internal.HeldBytes;
import dev.medley.config.ExecutionMode;
import dev.medley.config.HttpsSettings;
import dev.medley.config.ProxySettings;
import dev.medley.config.ServerSettings;
import dev.medley.config.TlsSettings;
import dev.medley.server.internal.inbound.ChannelRelease;
import dev.medley.server.internal.inbound.Http2Bodies;
import dev.medley.server.internal.inbound.Http2Client;
import dev.medley.server.internal.inbound.Http2Rate;
import dev.medley.server.internal.inbound.InboundHttp1;
import dev.medley.server.internal.inbound.InboundHttp2;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.server.internal.inbound.InboundWindows;
import dev.medley.server.internal.inbound.StrictHttp2;
import dev.medley.server.internal.inbound.proxy.ForwardedClient;
import dev.medley.server.internal.inbound.proxy.ProxyHeader;
import dev.medley.server.internal.tls.ServerTls;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jetty's servers and connectors on the shared pool. */
public final class Connectors {

    private static final Logger LOG = LoggerFactory.getLogger(Connectors.class);

    /** Jetty's header cache takes some 100 KB per connection, and speeds up a few fields only. */
    private static final int NO_HEADER_CACHE = 0;

    /** The mashups are the same under every name, and clients that ask for an unknown one get the default certificate. */
    private static final boolean ANY_HOST = false;

    private static final long NO_HSTS = -1;

    private Connectors() {}

    /** The URI of a connector, as seen from this machine. */
    public static URI uri(TlsSettings tls, String host, int port) {
        boolean any = "0.0.0.0".equals(host) || "::".equals(host);
        String reachable = any ? "127.0.0.1" : host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return URI.create((tls.enabled() ? "https://" : "http://") + reachable + ":" + port);
    }

    /** Stops a server, and closes its connectors. */
    public static void stop(String what, Server server) {
        try {
            server.stop();
        } catch (Exception x) {
            LOG.warn("{} did not stop cleanly", what, x);
        }
        // Jetty does not close the connectors of a server that has never started.
        for (Connector connector : server.getConnectors()) {
            if (connector.getTransport() instanceof Closeable channel) {
                IO.close(channel);
            }
        }
    }

    /** The server of the mashups. Their code does not block loops in {@code async}; in the other modes requests leave them. */
    public static PoolServer mashupServer(BrokerPool pool, HeldBytes held, ExecutionMode mode, Duration watchPeriod) {
        boolean inline = pool.loops() != null && mode == ExecutionMode.ASYNC;
        InvocationType requests = inline ? InvocationType.NON_BLOCKING : InvocationType.BLOCKING;
        PoolServer server = new PoolServer(pool, held, watchPeriod, requests, true);
        held.onScarce(server::relieveSoon);
        return server;
    }

    /** The server of administration. */
    public static PoolServer adminServer(BrokerPool pool, HeldBytes held) {
        return new PoolServer(pool, held, InboundWatch.PERIOD, InvocationType.BLOCKING, false);
    }

    /**
     * The connector of the mashups: HTTP/1.1 and HTTP/2, by ALPN over TLS, and by prior knowledge in clear text.
     *
     * @param tls of the connector; null for clear text
     */
    public static ServerConnector mashups(
            PoolServer server, ServerSettings settings, @Nullable ServerTls tls, Clock clock) {
        HttpConfiguration http = http(settings);
        InboundHttp1 http1 = new InboundHttp1(http, server.closed());
        ServerConnector connector;
        if (tls == null) {
            InboundHttp2 h2c = InboundHttp2.clear(http);
            bound(h2c, settings);
            connector = connector(server, settings, http1, h2c);
        } else {
            http.addCustomizer(secure(settings.https()));
            InboundHttp2 h2 = InboundHttp2.overTls(http);
            bound(h2, settings);
            ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
            alpn.setDefaultProtocol(http1.getProtocol());
            connector = connector(
                    server,
                    settings,
                    tls.connections(alpn.getProtocol(), clock, settings.https().handshakeTimeout()),
                    alpn,
                    h2,
                    http1);
        }
        listen(connector, settings, settings.port());
        return connector;
    }

    /** The connector of plain HTTP, where the mashups have TLS. */
    public static ServerConnector plain(PoolServer server, ServerSettings settings, int port) {
        ServerConnector connector = connector(server, settings, new InboundHttp1(http(settings), server.closed()));
        listen(connector, settings, port);
        return connector;
    }

    /** A connector of administration, with HTTP/1.1. */
    static ServerConnector admin(
            PoolServer server, ServerSettings settings, @Nullable ServerTls tls, Clock clock, String host, int port) {
        HttpConfiguration http = http(settings);
        InboundHttp1 http1 = new InboundHttp1(http, server.closed());
        ServerConnector connector;
        if (tls == null) {
            connector = new LoopConnector(server, settings, http1);
        } else {
            http.addCustomizer(new SecureRequestCustomizer(ANY_HOST));
            connector = new LoopConnector(
                    server,
                    settings,
                    tls.connections(http1.getProtocol(), clock, settings.https().handshakeTimeout()),
                    http1);
        }
        connector.setHost(host);
        connector.setPort(port);
        server.addConnector(connector);
        return connector;
    }

    /**
     * Binds the ports of {@code connectors}, each of which has the key of its port.
     *
     * @throws IOException if one cannot be bound; the message has all such ports, each with its key
     */
    public static void open(Map<String, ServerConnector> connectors) throws IOException {
        List<IOException> failures = new ArrayList<>();
        connectors.forEach((key, connector) -> {
            try {
                open(connector, key);
            } catch (IOException x) {
                failures.add(x);
            }
        });
        if (!failures.isEmpty()) {
            IOException all = new IOException(
                    failures.stream().map(IOException::getMessage).collect(Collectors.joining("; ")));
            failures.forEach(all::addSuppressed);
            throw all;
        }
    }

    private static void open(ServerConnector connector, String key) throws IOException {
        try {
            connector.open();
        } catch (IOException x) {
            Throwable cause = x.getCause() == null ? x : x.getCause();
            throw new IOException(
                    "%s: cannot listen on %s:%d: %s"
                            .formatted(key, connector.getHost(), connector.getPort(), cause.getMessage()),
                    x);
        }
    }

    /** The connector of clients, or of the proxies between. */
    private static ServerConnector connector(
            PoolServer server, ServerSettings settings, ConnectionFactory first, ConnectionFactory... others) {
        ProxySettings proxies = settings.proxies();
        List<ConnectionFactory> factories = new ArrayList<>();
        if (proxies.protocol()) {
            factories.add(new ProxyHeader(proxies, first.getProtocol()));
        }
        factories.add(first);
        Collections.addAll(factories, others);
        return new LoopConnector(server, settings, factories.toArray(ConnectionFactory[]::new));
    }

    private static void listen(ServerConnector connector, ServerSettings settings, int port) {
        connector.setHost(settings.host());
        connector.setPort(port);
        connector.setAcceptQueueSize(settings.acceptBacklog());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        connector.getServer().addConnector(connector);
    }

    /** Bounds what one client can cause over HTTP/2: CVE-2023-44487 (rapid reset), CVE-2025-5115 (MadeYouReset), floods. */
    private static void bound(InboundHttp2 http2, ServerSettings settings) {
        http2.setMaxConcurrentStreams(settings.http2MaxStreams());
        http2.setRateControlFactory(new Http2Rate(settings.http2MaxControlFrames()));
        http2.setInitialStreamRecvWindow(InboundWindows.FIRST_WINDOW);
        http2.setFlowControlStrategyFactory(InboundWindows::new);
        http2.addEventListener(new ChannelRelease());
        http2.addEventListener(Http2Client.listener());
    }

    private static SecureRequestCustomizer secure(HttpsSettings https) {
        @Nullable Duration hsts = https.hsts();
        return new SecureRequestCustomizer(ANY_HOST, hsts == null ? NO_HSTS : hsts.toSeconds(), https.hstsSubdomains());
    }

    private static HttpConfiguration http(ServerSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setRequestHeaderSize(settings.clients().maxRequestHead());
        http.addCustomizer(new StrictHttp2());
        http.addCustomizer(new Http2Bodies());
        http.addCustomizer(new ForwardedClient(settings.proxies()));
        http.setSendServerVersion(false);
        http.setHeaderCacheSize(NO_HEADER_CACHE);
        http.setHttpCompliance(HttpCompliance.STRICT);
        http.setUriCompliance(UriCompliance.DEFAULT);
        return http;
    }
}
