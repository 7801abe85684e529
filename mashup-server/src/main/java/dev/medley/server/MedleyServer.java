package dev.medley.server;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationException;
import dev.medley.config.MashupOptions;
import dev.medley.config.MashupSettings;
import dev.medley.config.ServerSettings;
import dev.medley.config.SettingValues;
import dev.medley.config.TlsSettings;
import dev.medley.context.RequestIds;
import dev.medley.exchange.Broker;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.admin.Administration;
import dev.medley.server.mashups.MappedFilter;
import dev.medley.server.mashups.ServletMapping;
import dev.medley.server.tls.ConnectorsTls;
import dev.medley.servlet.MashupRuntime;
import dev.medley.servlet.MashupServlet;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.Clock;
import jakarta.servlet.Filter;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.IO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server for mashups: Jetty, the broker and the mashups on one pool of threads, and administration on a connector of
 * its own. Thread-safe.
 *
 * <pre>{@code
 * try (MedleyServer server = MedleyServer.builder()
 *         .port(0)
 *         .partner("weather", "http://127.0.0.1:9001")
 *         .mashup(new TripServlet())
 *         .start()) {
 *     ... server.uri() ...
 * }
 * }</pre>
 */
public final class MedleyServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MedleyServer.class);

    private final ServerSettings settings;
    private final BrokerPool pool;
    private final Broker broker;
    private final Administration administration;
    private final Server server;
    private final Server adminServer;
    private final ServerConnector connector;
    private final ServerConnector adminConnector;
    private final @Nullable ServerConnector plainConnector;
    private final ConnectorsTls tls;
    private final Drain drain;
    private final MashupSettings mashupSettings;
    private final AtomicReference<@Nullable Thread> closing = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private MedleyServer(
            Configuration configuration,
            Map<String, MashupServlet> mashups,
            List<MappedFilter> filters,
            @Nullable Clock drainClock)
            throws IOException {
        settings = configuration.server();
        configuration.mashups().checkPaths(mashups.keySet());
        tls = ConnectorsTls.open(settings);
        MashupRuntime runtime = MashupRuntime.of(configuration, settings.loops());
        mashupSettings = runtime.settings();
        broker = runtime.broker();
        pool = broker.pool();
        administration = new Administration(broker, runtime, settings.execution(), tls::state);

        PoolServer mashupServer = Connectors.mashupServer(pool, settings.execution());
        server = mashupServer;
        connector = Connectors.mashups(mashupServer, settings, tls.of(ConnectorsTls.MASHUPS), broker.clock());
        RequestIds ids = settings.requestIds();
        server.setErrorHandler(new ProblemHandler(mashups.values(), ids));
        ServletContextHandler context = context(runtime, mashups, ids);
        Filters.add(filters, context);
        Handler handler = context;
        Integer plainPort = settings.https().plainPort();
        plainConnector = plainPort == null ? null : Connectors.plain(mashupServer, settings, plainPort);
        GracefulHandler requests =
                new GracefulHandler(plainConnector == null ? handler : plainHandler(plainConnector, handler));
        server.setHandler(new RequestIdHandler(ids, requests));
        drain = new Drain(
                server,
                requests,
                plainConnector == null ? List.of(connector) : List.of(connector, plainConnector),
                drainClock == null ? broker.clock() : drainClock);
        if (settings.accessLog()) {
            server.setRequestLog(administration.accessLog());
        }
        PoolServer admin = Connectors.adminServer(pool);
        adminServer = admin;
        adminConnector = Connectors.admin(admin, settings, tls.of(ConnectorsTls.ADMINISTRATION), broker.clock());
        adminServer.setHandler(administration.handler());
    }

    /** Returns a new builder. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the port of the mashups. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the port of administration. */
    public int adminPort() {
        return adminConnector.getLocalPort();
    }

    /** Returns the URI of the mashups, as seen from this machine. */
    public URI uri() {
        return uri(settings.tls(), settings.host(), port());
    }

    /** Returns the URI of administration, as seen from this machine. */
    public URI adminUri() {
        return uri(settings.adminTls(), settings.admin().host(), adminPort());
    }

    /**
     * Returns the port of plain HTTP.
     *
     * @throws IllegalStateException if there is none
     */
    public int plainPort() {
        if (plainConnector == null) {
            throw new IllegalStateException("server.tls.plain.port is not set");
        }
        return plainConnector.getLocalPort();
    }

    /** Returns the broker that carries the exchanges out. */
    public Broker broker() {
        return broker;
    }

    /**
     * Stops the server. It is not ready from now on, and serves all requests for {@code server.drain-delay}. Then it refuses new
     * connections, answers requests on open ones with 503 and {@code Connection: close} (HTTP/2: GOAWAY), and waits up to
     * {@code server.drain} for the requests in flight; the rest is cut off. At last the mashups and filters are destroyed.
     *
     * <p>Blocks until the server is closed, and so does a call while another one is at it; a later one has no effect. An
     * interrupt ends the delay and the drain. A mashup must not call it.
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(null, Thread.currentThread())) {
            awaitClosed();
            return;
        }
        administration.readiness().draining();
        boolean interrupted = server.isStarted() && drain.run(settings.drainDelay(), settings.drain());
        stop("mashups", server);
        broker.close();
        stop("administration", adminServer);
        administration.close();
        tls.close();
        pool.close();
        closed.countDown();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitClosed() {
        // A filter or a mashup that calls this in its destroy() would wait for itself.
        if (closing.get() == Thread.currentThread()) {
            return;
        }
        try {
            closed.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private MedleyServer start() throws IOException {
        try {
            pool.start();
            listen(adminConnector, "server.admin.port");
            listen(connector, "server.port");
            if (plainConnector != null) {
                listen(plainConnector, "server.tls.plain.port");
            }
            broker.start();
            administration.start();
            adminServer.start();
            server.start();
            StartFailure.throwIfUnread(mashupSettings);
        } catch (IOException | ConfigurationException x) {
            close();
            throw x;
        } catch (Exception x) {
            close();
            throw StartFailure.of(x);
        }
        tls.start(broker.clock());
        administration.readiness().ready();
        return this;
    }

    private static void listen(ServerConnector connector, String key) throws IOException {
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

    private static void stop(String what, Server server) {
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

    private Handler plainHandler(Connector plain, Handler handler) {
        Integer publicPort = settings.https().publicPort();
        return new PlainHandler(
                plain, settings.https().plainReply(), () -> publicPort == null ? port() : publicPort, handler);
    }

    private static ServletContextHandler context(
            MashupRuntime runtime, Map<String, MashupServlet> mashups, RequestIds ids) {
        ServletContextHandler context = new MashupContext();
        context.setErrorHandler(new ProblemHandler(mashups.values(), ids));
        runtime.install(context.getServletContext());
        Map<MashupServlet, ServletHolder> holders = new LinkedHashMap<>();
        mashups.forEach((path, servlet) -> {
            ServletHolder holder = holders.computeIfAbsent(servlet, MedleyServer::holder);
            context.addServlet(holder, path);
        });
        return context;
    }

    private static ServletHolder holder(MashupServlet servlet) {
        ServletHolder holder =
                new ServletHolder(ServletMapping.of(servlet.getClass()).name(), servlet);
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        return holder;
    }

    private static URI uri(TlsSettings tls, String host, int port) {
        boolean any = "0.0.0.0".equals(host) || "::".equals(host);
        String reachable = any ? "127.0.0.1" : host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return URI.create((tls.enabled() ? "https://" : "http://") + reachable + ":" + port);
    }

    /** Builds a server. */
    public static final class Builder {

        private final ServerSettings.Builder settings = ServerSettings.builder();
        private final List<PartnerSettings> partners = new ArrayList<>();
        private final Map<String, MashupServlet> mashups = new LinkedHashMap<>();
        private final List<MappedFilter> filters = new ArrayList<>();
        private final Map<String, String> mashupSettings = new LinkedHashMap<>();
        private @Nullable Clock drainClock;

        private Builder() {
            settings.host("127.0.0.1").adminPort(0).accessLog(false);
        }

        /** Sets the port of the mashups on the loopback address, 0 for any free one; the default is 8080. */
        public Builder port(int number) {
            settings.port(number);
            return this;
        }

        /** Adds a partner at {@code url}, with the default settings. */
        public Builder partner(String name, String url) {
            return partner(PartnerSettings.of(name, url).build());
        }

        /** Adds a partner. */
        public Builder partner(PartnerSettings partner) {
            partners.add(partner);
            return this;
        }

        /**
         * Adds a mashup, at the paths of its {@code @WebServlet}.
         *
         * @throws IllegalArgumentException if it has none, or a path is taken; the message names both classes
         */
        public Builder mashup(MashupServlet mashup) {
            for (String path : ServletMapping.of(mashup.getClass()).paths()) {
                MashupServlet taken = mashups.putIfAbsent(path, mashup);
                if (taken != null) {
                    throw new IllegalArgumentException("%s and %s have the same path %s"
                            .formatted(
                                    taken.getClass().getName(),
                                    mashup.getClass().getName(),
                                    path));
                }
            }
            return this;
        }

        /**
         * Adds a filter before the mashups; requests pass filters in the order of these calls. The server initializes it at the
         * start, and destroys it at the end. It may suspend requests, and replies by its response: an exception that it throws is
         * a 500.
         *
         * @param paths the URL patterns, such as {@code /*}; none for those of its {@code @WebFilter}
         * @throws IllegalArgumentException if there is neither, or a path is invalid; the message names the class
         */
        public Builder filter(Filter filter, String... paths) {
            filters.add(MappedFilter.of(filter, List.of(paths)));
            return this;
        }

        /**
         * Sets an own setting of mashups, such as {@code shop.currency}, as the text that a configuration would have; see
         * {@link MashupServlet#settings}.
         */
        public Builder setting(String key, String value) {
            mashupSettings.put(key, value);
            return this;
        }

        /** Sets the clock of the delay before the drain, for tests. */
        Builder drainClock(Clock clock) {
            drainClock = clock;
            return this;
        }

        /** Changes any setting of the server. */
        public Builder settings(java.util.function.Consumer<ServerSettings.Builder> change) {
            change.accept(settings);
            return this;
        }

        /**
         * Starts the server.
         *
         * @throws IOException if a port is taken or a file of TLS cannot be used, with its key in the message, or the server
         *     cannot start
         * @throws IllegalArgumentException if a setting is not allowed
         * @throws ConfigurationException if a setting of the mashups is wrong, or none reads it
         */
        public MedleyServer start() throws IOException {
            return start(new Configuration(
                    settings.build(), partners, Map.of(), MashupOptions.NONE, SettingValues.of(mashupSettings)));
        }

        /** Starts the server with {@code configuration}, which replaces all settings and partners of this builder. Throws as {@link #start()}. */
        public MedleyServer start(Configuration configuration) throws IOException {
            return new MedleyServer(configuration, mashups, filters, drainClock).start();
        }
    }
}
