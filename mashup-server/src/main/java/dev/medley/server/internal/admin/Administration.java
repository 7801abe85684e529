package dev.medley.server.internal.admin;

import dev.medley.config.AdminSettings;
import dev.medley.config.ExecutionMode;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Reply;
import dev.medley.partner.internal.Partner;
import dev.medley.server.internal.admin.jmx.TopicsRegistration;
import dev.medley.server.internal.admin.log.FailureLog;
import dev.medley.server.internal.admin.metrics.ExchangeTotals;
import dev.medley.server.internal.admin.metrics.LawSampler;
import dev.medley.server.internal.admin.metrics.Metrics;
import dev.medley.server.internal.admin.page.AdminAccess;
import dev.medley.server.internal.admin.page.AdminAction;
import dev.medley.server.internal.admin.page.AdminHandler;
import dev.medley.server.internal.admin.page.AdminPage;
import dev.medley.server.internal.admin.page.AdminPages;
import dev.medley.server.internal.admin.page.MoveAction;
import dev.medley.server.internal.admin.page.PurgeAction;
import dev.medley.server.internal.admin.page.Readiness;
import dev.medley.server.internal.admin.page.ReloadAction;
import dev.medley.server.internal.admin.page.StatusDocument;
import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.server.internal.reload.ReloadState;
import dev.medley.server.internal.reload.Reloads;
import dev.medley.server.internal.tls.TlsState;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.inbound.RequestSummary;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Administration of one server: metrics, logs and pages, from its creation on. Thread-safe.
 *
 * <p>Without Jetty's server on the class path, {@link #handler} must not be
 * called.
 */
public final class Administration implements AutoCloseable {

    private static final String LIVE = "/health/live";
    private static final String READY = "/health/ready";
    private static final Set<String> HEALTH = Set.of(LIVE, READY);

    private final Readiness readiness = new Readiness();
    private final LawSampler lawSampler;
    private final TopicsRegistration jmx;
    private final ExchangeTotals exchanges;
    private final @Nullable Metrics metrics;
    private final StatusDocument status;
    private final Map<String, AdminPage> ofProbes;
    private final Map<String, AdminPage> ofOperators;
    private final Map<String, AdminAction> actions;
    private final AdminAccess access;

    /** Creates the administration of a server without TLS of its own, with metrics. */
    public Administration(DefaultBroker broker, MashupRuntime runtime, ExecutionMode mode) {
        this(broker, runtime, mode, Map::of);
    }

    /** Creates the administration of a server, with metrics. */
    public Administration(
            DefaultBroker broker, MashupRuntime runtime, ExecutionMode mode, Supplier<Map<String, TlsState>> tls) {
        this(broker, runtime, mode, tls, true);
    }

    /**
     * Creates the administration of a server.
     *
     * @param broker of the server
     * @param runtime of the server's mashups
     * @param mode that runs a mashup while it waits
     * @param tls returns the state of each connector that has TLS
     * @param withMetrics false to record no metrics and serve no page for them
     */
    public Administration(
            DefaultBroker broker,
            MashupRuntime runtime,
            ExecutionMode mode,
            Supplier<Map<String, TlsState>> tls,
            boolean withMetrics) {
        this(broker, runtime, mode, tls, withMetrics, null, Map.of());
    }

    /**
     * As above, with the {@code reloads} of the server, null if it has none, and {@code ofOperators}, by their paths: the pages that
     * are for people who operate the server only.
     */
    public Administration(
            DefaultBroker broker,
            MashupRuntime runtime,
            ExecutionMode mode,
            Supplier<Map<String, TlsState>> tls,
            boolean withMetrics,
            @Nullable Reloads reloads,
            Map<String, AdminPage> ofOperators) {
        lawSampler = new LawSampler(broker);
        exchanges = new ExchangeTotals(broker);
        FailureLog.attach(broker);
        jmx = new TopicsRegistration(
                runtime.topics(), broker.clock(), broker.pool(), () -> MBeanServerFactory.findMBeanServer(null));
        Supplier<ReloadState> state = reloads == null ? () -> ReloadState.NONE : reloads::state;
        metrics = withMetrics ? new Metrics(broker, runtime, lawSampler, tls, state) : null;
        status = new StatusDocument(broker, mode, readiness, lawSampler, exchanges, tls, runtime, state);
        ofProbes = pages(readiness, status, metrics);
        this.ofOperators = ofOperators;
        actions = actions(runtime, reloads);
        access = new AdminAccess(runtime::access, HEALTH, ofProbes.keySet());
    }

    private static Map<String, AdminAction> actions(MashupRuntime runtime, @Nullable Reloads reloads) {
        Map<String, AdminAction> actions = new LinkedHashMap<>();
        actions.put("/cache/purge", new PurgeAction(() -> runtime.broker().partners()));
        actions.put("/mashups/move", new MoveAction(runtime));
        if (reloads != null) {
            actions.put("/reload", new ReloadAction(() -> reloads.reload("POST /reload")));
        }
        return actions;
    }

    /** Goes on with the partners of a reload. By one thread at a time. */
    public void onPartnersChanged(Collection<Partner> partners) {
        exchanges.onPartnersChanged(partners);
        if (metrics != null) {
            metrics.onPartnersChanged(partners);
        }
    }

    private static Map<String, AdminPage> pages(Readiness readiness, StatusDocument status, @Nullable Metrics metrics) {
        Map<String, AdminPage> pages = new LinkedHashMap<>();
        pages.put(LIVE, rest -> Reply.json(Map.of("status", "up")));
        pages.put(READY, rest -> readiness.toReply());
        pages.put("/status", rest -> status.toReply());
        if (metrics != null) {
            pages.put("/metrics", AdminPage.negotiated(metrics::toReply));
        }
        return pages;
    }

    /** Shows the connections of clients that were closed; before the start. */
    public void inbound(ClosedConnections closed) {
        status.inbound(closed);
        if (metrics != null) {
            metrics.inbound(closed);
        }
    }

    /** Starts sampling for the law, and the looks for JMX; the broker's pool must have been started. */
    public void start() {
        lawSampler.start();
        jmx.start();
    }

    /** Stops sampling, and leaves JMX; call it before the broker's pool is closed. The pages still reply. */
    @Override
    public void close() {
        lawSampler.close();
        jmx.close();
        if (metrics != null) {
            metrics.close();
        }
    }

    /** Returns the readiness of the server, which its owner sets. */
    public Readiness readiness() {
        return readiness;
    }

    /** Returns the decision who may use it. */
    public AdminAccess access() {
        return access;
    }

    /** Returns all pages, with the actions. */
    public AdminPages pages() {
        return new AdminPages(all(), actions);
    }

    private Map<String, AdminPage> all() {
        Map<String, AdminPage> all = new LinkedHashMap<>(ofProbes);
        all.putAll(ofOperators);
        return all;
    }

    /** Returns a new handler for every path of {@code server.admin.port}. */
    public AdminHandler handler(AdminSettings settings) {
        boolean isShared = settings.operatorPort() == null;
        return new AdminHandler(
                new AdminPages(isShared ? all() : ofProbes, isShared && settings.actions() ? actions : Map.of()),
                access,
                settings.names());
    }

    /** Returns a new handler for every path of {@code server.admin.operator.port}. */
    public AdminHandler operatorHandler(AdminSettings settings) {
        return new AdminHandler(
                new AdminPages(ofOperators, settings.actions() ? actions : Map.of()), access, settings.names());
    }

    /** Returns what counts the requests that no mashup has answered. */
    public Consumer<RequestSummary> otherRequests() {
        return metrics == null ? summary -> {} : metrics::answered;
    }
}
