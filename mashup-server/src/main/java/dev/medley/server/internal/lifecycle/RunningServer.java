package dev.medley.server.internal.lifecycle;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.ConfigurationChange;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.server.internal.admin.Administration;
import dev.medley.server.internal.admin.log.RequestLogs;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.edge.EdgeHandler;
import dev.medley.server.internal.http.AdminServer;
import dev.medley.server.internal.http.Connectors;
import dev.medley.server.internal.http.PlainHandler;
import dev.medley.server.internal.http.PoolServer;
import dev.medley.server.internal.http.ProblemHandler;
import dev.medley.server.internal.http.RequestIdHandler;
import dev.medley.server.internal.inbound.ClientReports;
import dev.medley.server.internal.mashups.Mashups;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.mashups.StartFailure;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.server.internal.reload.Reloads;
import dev.medley.server.internal.tls.ConnectorsTls;
import dev.medley.server.internal.topic.TopicService;
import dev.medley.server.internal.topic.TopicsHandler;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.thread.internal.BrokerPool;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.jspecify.annotations.Nullable;

/**
 * A server for mashups: Jetty, the broker and the mashups on one pool of threads, and administration on a connector of its own.
 * Thread-safe.
 */
public final class RunningServer implements AutoCloseable {

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
    private final Telemetry telemetry;
    private final Mashups mashups;
    private final Reconfiguration reconfiguration;
    private final @Nullable Reloads reloads;
    private final AtomicReference<@Nullable Thread> closing = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * Creates a server, which does not listen yet.
     *
     * @param opened the mashups to begin with
     * @param look that at the files of mashups before they were opened
     */
    RunningServer(ServerStart start, OpenMashups opened, String look) throws IOException {
        Configuration configuration = start.configuration();
        ConfigurationFile file = start.file();
        settings = configuration.server();
        configuration
                .mashups()
                .checkPaths(opened.undeclaredPaths(), configuration.quotas(), configuration.pathsOfTopics());
        TopicsHandler.checkPaths(configuration, opened.undeclaredPaths());
        tls = ConnectorsTls.open(settings);
        telemetry = start.telemetry();
        runtime = MashupRuntime.of(configuration, settings.loops(), telemetry.spans());
        DefaultBroker broker = runtime.broker();
        pool = broker.pool();
        if (start.onDemand()) {
            runtime.scheduleOnDemand();
        }
        runtime.watchClients(new ClientReports());
        RequestIds ids = settings.requestIds();
        mashups = new Mashups(opened, runtime, ids, start.source());
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
                Connectors.mashupServer(pool, broker.heldBytes(), settings.execution(), start.watchPeriod());
        server = mashupServer;
        administration.inbound(mashupServer.closed());
        connector = Connectors.mashups(mashupServer, settings, tls.of(ConnectorsTls.MASHUPS), broker.clock());
        Handler handler = mashups.handler();
        Integer plainPort = settings.https().plainPort();
        plainConnector = plainPort == null ? null : Connectors.plain(mashupServer, settings, plainPort);
        TopicService topicService = new TopicService(runtime, configuration);
        TopicsHandler topics = new TopicsHandler(topicService, pool, handler);
        GracefulHandler requests =
                new GracefulHandler(plainConnector == null ? topics : plainHandler(plainConnector, topics));
        EdgeHandler edge = new EdgeHandler(settings, requests);
        reconfiguration.onChanged(changed -> {
            edge.apply(changed.server());
            topicService.apply(changed);
        });
        server.setErrorHandler(new ProblemHandler(mashups::paths, ids, edge::addTo));
        server.setHandler(new RequestIdHandler(ids, broker.tracing(), edge));
        drain = new Drain(
                server,
                requests,
                plainConnector == null ? List.of(connector) : List.of(connector, plainConnector),
                topicService::endSessions,
                start.drainClock() == null ? broker.clock() : start.drainClock());
        server.setRequestLog(RequestLogs.of(settings, administration.otherRequests(), broker.clock()));
        adminServer = new AdminServer(
                Connectors.adminServer(pool, broker.heldBytes()),
                settings,
                tls.of(ConnectorsTls.ADMINISTRATION),
                broker.clock(),
                administration);
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

    /** Registers an observer of requests that have been answered; called by the thread that answered, and must not block. */
    public void onReplied(Consumer<RequestSummary> observer) {
        runtime.onReplied(observer);
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
        runtime.endSchedules();
        if (reloads != null) {
            reloads.close();
        }
        reconfiguration.close();
        boolean interrupted = server.isStarted()
                && drain.run(settings().drainDelay(), settings().drain());
        Connectors.stop("mashups", server);
        runtime.stop();
        runtime.broker().close();
        adminServer.stop();
        administration.close();
        tls.close();
        pool.close();
        mashups.close();
        telemetry.close();
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

    RunningServer start() throws IOException {
        try {
            pool.start();
            Connectors.open(ports());
            runtime.broker().start();
            runtime.start();
            administration.start();
            adminServer.start();
            server.start();
            StartFailure.throwIfUnread(runtime.mashups().settings());
            // A run may read the snapshot of any other mashup, so that all must have been initialized.
            runtime.beginSchedules();
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
    void tryMashups() throws IOException {
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
}
