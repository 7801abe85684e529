package dev.medley.server;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.ConfigurationChange;
import dev.medley.config.internal.MashupOptions;
import dev.medley.config.internal.SettingValues;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.Administration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.http.AdminServer;
import dev.medley.server.internal.http.Connectors;
import dev.medley.server.internal.http.PlainHandler;
import dev.medley.server.internal.http.PoolServer;
import dev.medley.server.internal.http.ProblemHandler;
import dev.medley.server.internal.http.RequestIdHandler;
import dev.medley.server.internal.inbound.ClientReports;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.server.internal.lifecycle.Drain;
import dev.medley.server.internal.lifecycle.Reconfiguration;
import dev.medley.server.internal.mashups.MappedFilter;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.Mashups;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.mashups.ServletMapping;
import dev.medley.server.internal.mashups.StartFailure;
import dev.medley.server.internal.mashups.TakenMappings;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.server.internal.reload.Reloads;
import dev.medley.server.internal.tls.ConnectorsTls;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.MashupServlet;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.jspecify.annotations.Nullable;

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

    private final ServerSettings settings;
    private final BrokerPool pool;
    private final Administration administration;
    private final Server server;
    private final AdminServer adminServer;
    private final ServerConnector connector;
    private final @Nullable ServerConnector plainConnector;
    private final ConnectorsTls tls;
    private final Drain drain;
    private final MashupRuntime runtime;
    private final Mashups mashups;
    private final Reconfiguration reconfiguration;
    private final @Nullable Reloads reloads;
    private final AtomicReference<@Nullable Thread> closing = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private MedleyServer(
            Configuration configuration,
            Builder builder,
            @Nullable ConfigurationFile file,
            String look,
            OpenMashups opened)
            throws IOException {
        settings = configuration.server();
        configuration.mashups().checkPaths(opened.byPath().keySet());
        tls = ConnectorsTls.open(settings);
        runtime = MashupRuntime.of(configuration, settings.loops());
        DefaultBroker broker = runtime.broker();
        pool = broker.pool();
        runtime.watchClients(new ClientReports());
        RequestIds ids = settings.requestIds();
        mashups = new Mashups(opened, runtime, ids, builder.source);
        reconfiguration = new Reconfiguration(configuration, runtime, tls, mashups);
        reloads = file == null ? null : reconfiguration.reloads(file, look);
        administration = new Administration(
                broker,
                runtime,
                settings.execution(),
                tls::state,
                true,
                reloads,
                Map.of(IncompleteReplies.PATH, rest -> mashups.incomplete().toReply()));
        reconfiguration.onPartnersChanged(administration::onPartnersChanged);

        PoolServer mashupServer =
                Connectors.mashupServer(pool, broker.heldBytes(), settings.execution(), builder.watchPeriod);
        server = mashupServer;
        administration.inbound(mashupServer.closed());
        connector = Connectors.mashups(mashupServer, settings, tls.of(ConnectorsTls.MASHUPS), broker.clock());
        server.setErrorHandler(new ProblemHandler(mashups::paths, ids));
        Handler handler = mashups.handler();
        Integer plainPort = settings.https().plainPort();
        plainConnector = plainPort == null ? null : Connectors.plain(mashupServer, settings, plainPort);
        GracefulHandler requests =
                new GracefulHandler(plainConnector == null ? handler : plainHandler(plainConnector, handler));
        server.setHandler(new RequestIdHandler(ids, requests));
        drain = new Drain(
                server,
                requests,
                plainConnector == null ? List.of(connector) : List.of(connector, plainConnector),
                builder.drainClock == null ? broker.clock() : builder.drainClock);
        RequestLog others = administration.otherRequests();
        server.setRequestLog(
                settings.accessLog() ? new RequestLog.Collection(others, administration.accessLog()) : others);
        adminServer = new AdminServer(
                Connectors.adminServer(pool, broker.heldBytes()),
                settings,
                tls.of(ConnectorsTls.ADMINISTRATION),
                broker.clock(),
                administration);
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
        return adminServer.port();
    }

    /** Returns the URI of the mashups, as seen from this machine. */
    public URI uri() {
        return Connectors.uri(settings.tls(), settings.host(), port());
    }

    /** Returns the URI of administration, as seen from this machine. */
    public URI adminUri() {
        return adminServer.uri();
    }

    /**
     * Returns the URI of the actions of administration and of {@code /manifests}, as seen from this machine: that of
     * administration, unless {@code server.admin.operator.port} is set.
     */
    public URI operatorUri() {
        return adminServer.operatorUri();
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

    /** Returns the settings of the server that are in effect. */
    public ServerSettings settings() {
        return reconfiguration.running().server();
    }

    /** Returns the broker that carries the exchanges out, with the partners of the current configuration. */
    public DefaultBroker broker() {
        return runtime.broker();
    }

    /**
     * Changes the configuration while the server runs. A request has one configuration from its arrival to its end; connections
     * to partners that are gone, or have other settings, are closed as they become idle. Keys that need a restart keep their
     * values. Blocks while files are read; to be called by no thread of the pool.
     *
     * @return the keys that have changed, and those that need a restart
     * @throws ConfigurationException with all problems; then nothing has changed
     * @throws IllegalStateException if the server is closed, or is about to be
     */
    public ConfigurationChange reload(Configuration configuration) {
        return reconfiguration.apply(configuration);
    }

    /**
     * Reads the configuration file again, soon, and changes the configuration. Does not block.
     *
     * @param cause of the reload, for the log
     * @return a stage of the report
     * @throws IllegalStateException if the server was not started with a file
     */
    public CompletionStage<ReloadReport> reload(String cause) {
        if (reloads == null) {
            throw new IllegalStateException("the server was not started with a configuration file");
        }
        return reloads.reload(cause);
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
        if (reloads != null) {
            reloads.close();
        }
        reconfiguration.close();
        boolean interrupted = server.isStarted()
                && drain.run(settings().drainDelay(), settings().drain());
        Connectors.stop("mashups", server);
        runtime.broker().close();
        adminServer.stop();
        administration.close();
        tls.close();
        pool.close();
        mashups.close();
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
            Connectors.open(ports());
            runtime.broker().start();
            administration.start();
            adminServer.start();
            server.start();
            StartFailure.throwIfUnread(runtime.mashups().settings());
        } catch (IOException | ConfigurationException | Error x) {
            close();
            throw x;
        } catch (Exception x) {
            close();
            throw StartFailure.of(x);
        }
        tls.start(runtime.broker().clock());
        if (reloads != null) {
            reloads.start(runtime.broker().clock(), settings.reloadInterval());
        }
        administration.readiness().ready();
        return this;
    }

    /** Initializes and destroys the mashups, and listens on no port. */
    private void tryMashups() throws IOException {
        try {
            pool.start();
            runtime.broker().start();
            server.setConnectors(new Connector[0]);
            server.start();
            StartFailure.throwIfUnread(runtime.mashups().settings());
        } catch (ConfigurationException x) {
            throw x;
        } catch (Exception x) {
            throw StartFailure.of(x);
        } finally {
            close();
        }
    }

    private Map<String, ServerConnector> ports() {
        Map<String, ServerConnector> ports = new LinkedHashMap<>();
        ports.put("server.port", connector);
        ports.putAll(adminServer.ports());
        if (plainConnector != null) {
            ports.put("server.tls.plain.port", plainConnector);
        }
        return ports;
    }

    private Handler plainHandler(Connector plain, Handler handler) {
        Integer publicPort = settings.https().publicPort();
        return new PlainHandler(
                plain, settings.https().plainReply(), () -> publicPort == null ? port() : publicPort, handler);
    }

    /** Builds a server. */
    public static final class Builder {

        private final ServerSettings.Builder settings = ServerSettings.builder();
        private final List<PartnerSettings> partners = new ArrayList<>();
        private final Map<String, MashupServlet> mashups = new LinkedHashMap<>();
        private final TakenMappings taken = new TakenMappings();
        private final List<MappedFilter> filters = new ArrayList<>();
        private final Map<String, String> mashupSettings = new LinkedHashMap<>();
        private @Nullable Clock drainClock;
        private Duration watchPeriod = InboundWatch.PERIOD;

        private @Nullable MashupSource source;

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
         * @throws IllegalArgumentException if it has none, or a path or its name is taken; the message names both classes
         */
        public Builder mashup(MashupServlet mashup) {
            ServletMapping mapping = ServletMapping.of(mashup.getClass());
            List<String> problems = taken.take(mashup.getClass().getName(), mapping);
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(String.join("; ", problems));
            }
            mapping.paths().forEach(path -> mashups.put(path, mashup));
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
         * Sets a custom setting of mashups, such as {@code shop.currency}, as the text that a configuration would have; see
         * {@link MashupServlet#settings}.
         */
        public Builder setting(String key, String value) {
            mashupSettings.put(key, value);
            return this;
        }

        /** Takes the mashups and filters from {@code source}, in place of those of this builder. A reload replaces them. */
        public Builder mashups(MashupSource source) {
            this.source = source;
            return this;
        }

        /** Sets the clock of the delay before the drain, for tests. */
        Builder drainClock(Clock clock) {
            drainClock = clock;
            return this;
        }

        /** Sets the time between two looks at the connections of clients, for tests. */
        Builder watchPeriod(Duration period) {
            watchPeriod = period;
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
                    settings.build(),
                    partners,
                    Map.of(),
                    MashupOptions.NONE,
                    List.of(),
                    SettingValues.of(mashupSettings)));
        }

        /** Starts the server with {@code configuration}, which replaces all settings and partners of this builder. Throws as {@link #start()}. */
        public MedleyServer start(Configuration configuration) throws IOException {
            return start(configuration, null);
        }

        /**
         * Starts the server as {@link #start(Configuration)}. Reloads read {@code file}: when asked to, and as
         * {@code server.reload-interval} says.
         */
        public MedleyServer start(Configuration configuration, @Nullable ConfigurationFile file) throws IOException {
            // Before the opening: what changes in between is noticed by the next look.
            String look = source == null ? "" : source.look();
            OpenMashups opened = opened(configuration);
            try {
                return new MedleyServer(configuration, this, file, look, opened).start();
            } catch (IOException | RuntimeException | Error x) {
                opened.close();
                throw x;
            }
        }

        /**
         * Checks that a server starts with {@code configuration}: opens and initializes its mashups and filters, and destroys them.
         * Listens on no port.
         *
         * @throws ConfigurationException with what is wrong with them, or with their settings
         * @throws IOException if a file of TLS cannot be used
         */
        public void check(Configuration configuration) throws IOException {
            OpenMashups opened = opened(configuration);
            try {
                new MedleyServer(configuration, this, null, "", opened).tryMashups();
            } catch (IOException | RuntimeException | Error x) {
                opened.close();
                throw x;
            }
        }

        private OpenMashups opened(Configuration configuration) {
            return source == null
                    ? new OpenMashups(mashups, filters, MashupFolder.none(), DeclaredMashups.of(configuration))
                    : source.open(configuration);
        }
    }
}
