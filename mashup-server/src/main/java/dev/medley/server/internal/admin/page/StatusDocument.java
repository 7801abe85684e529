package dev.medley.server.internal.admin.page;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.Protocol;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.server.internal.admin.metrics.ExchangeTotals;
import dev.medley.server.internal.admin.metrics.LawSampler;
import dev.medley.server.internal.admin.metrics.PartnerTotals;
import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.server.internal.reload.ReloadState;
import dev.medley.server.internal.tls.TlsState;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.MashupSet;
import dev.medley.thread.internal.ExecutionTarget;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the document of {@code /status}. Thread-safe. */
public final class StatusDocument {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final DefaultBroker broker;
    private final ExecutionMode mode;
    private final Readiness readiness;
    private final LawSampler sampler;
    private final ExchangeTotals exchanges;
    private final Supplier<Map<String, TlsState>> tls;
    private final MashupRuntime runtime;
    private final Supplier<ReloadState> reloads;
    private final long startNanos;
    /** Null where a container has the inbound side. */
    private volatile @Nullable ClosedConnections closed;

    /** Creates the document of a server whose exchanges {@code exchanges} counts. */
    public StatusDocument(
            DefaultBroker broker,
            ExecutionMode mode,
            Readiness readiness,
            LawSampler sampler,
            ExchangeTotals exchanges,
            Supplier<Map<String, TlsState>> tls,
            MashupRuntime runtime,
            Supplier<ReloadState> reloads) {
        this.runtime = runtime;
        this.reloads = reloads;
        this.broker = broker;
        this.mode = mode;
        this.readiness = readiness;
        this.sampler = sampler;
        this.exchanges = exchanges;
        this.tls = tls;
        startNanos = broker.clock().nanoTime();
    }

    /** Shows the connections of clients that were closed. */
    public void inbound(ClosedConnections counts) {
        closed = counts;
    }

    /** Returns the reply with the current status. */
    public Reply toReply() {
        return Reply.bytes("application/json", status().toJson());
    }

    private Status status() {
        return new Status(
                server(),
                Status.ConfigurationPart.of(reloads.get()),
                tls(),
                broker.pool().use(),
                ComputePart.of(broker.computations()),
                Status.InboundPart.of(broker.ledger().totals(), AdmissionPart.of(runtime.admission()), closed),
                mashups(),
                schedules(),
                quotas(),
                TopicPart.TopicsPart.of(
                        runtime.topics().counts(), runtime.topics().all()),
                new Status.LawPart(
                        Status.LawFigures.of(sampler.overWindow()), Status.LawFigures.of(sampler.sinceStart())),
                outbound());
    }

    private Map<String, SchedulePart> schedules() {
        Map<String, SchedulePart> schedules = new TreeMap<>();
        runtime.mashups().schedules().all().forEach(each -> schedules.put(each.path(), SchedulePart.of(each)));
        return schedules;
    }

    private Map<String, Status.QuotaPart> quotas() {
        Map<String, Status.QuotaPart> quotas = new LinkedHashMap<>();
        runtime.quotas().all().forEach(each -> quotas.put(each.settings().name(), Status.QuotaPart.of(each)));
        return quotas;
    }

    private Status.ServerPart server() {
        double uptime = (broker.clock().nanoTime() - startNanos) / NANOS;
        // All archives have one version, and the core's manifest is in the WAR too.
        String version = DefaultBroker.class.getPackage().getImplementationVersion();
        return new Status.ServerPart(
                Objects.requireNonNullElse(version, "development"),
                readiness.state().label(),
                Math.round(uptime * MILLIS) / MILLIS,
                mode.configured(),
                System.getProperty("java.version"));
    }

    private Map<String, Status.MashupPart> mashups() {
        Map<String, Status.MashupPart> mashups = new TreeMap<>();
        MashupSet served = runtime.mashups();
        Map<String, AdmissionPart.BulkheadPart> bulkheads = AdmissionPart.BulkheadPart.of(served.bulkheads());
        for (ExecutionTarget each : served.executionTargets().all()) {
            mashups.put(each.mashup(), Status.MashupPart.of(mode, each, bulkheads.get(each.mashup())));
        }
        return mashups;
    }

    private Map<String, Status.TlsPart> tls() {
        Map<String, Status.TlsPart> connectors = new LinkedHashMap<>();
        tls.get().forEach((connector, state) -> connectors.put(connector, Status.TlsPart.of(state, Instant.now())));
        return connectors;
    }

    private Status.OutboundPart outbound() {
        Map<String, Status.PartnerPart> partners = new LinkedHashMap<>();
        exchanges.partners().forEach(totals -> partners.put(totals.partner().name(), partner(totals)));
        Collection<Status.PartnerPart> parts = partners.values();
        return new Status.OutboundPart(
                parts.stream().mapToInt(Status.PartnerPart::inFlight).sum(),
                parts.stream().mapToInt(Status.PartnerPart::queued).sum(),
                parts.stream()
                        .map(Status.PartnerPart::connections)
                        .reduce(ConnectionCounts.NONE, ConnectionCounts::plus),
                ended(exchanges.partners()),
                partners);
    }

    private static Status.PartnerPart partner(PartnerTotals totals) {
        Partner partner = totals.partner();
        PartnerSettings settings = partner.settings();
        return new Status.PartnerPart(
                protocol(partner),
                tls(settings),
                partner.permitsUsed(),
                partner.maxPermits(),
                partner.queued(),
                partner.connections(),
                endpoints(partner),
                ended(List.of(totals)),
                Status.ResendsPart.of(partner.resends()),
                totals.lastFailure(),
                token(partner),
                Status.CachePart.of(partner.cache()),
                Status.CanaryPart.of(partner.canary()),
                Status.MirrorPart.of(partner.mirror()),
                new Status.SettingsPart(
                        settings.maxConnections(),
                        settings.limits().maxQueued(),
                        settings.timeout().toMillis()));
    }

    private static @Nullable String token(Partner partner) {
        CredentialSource credentials = partner.credentials();
        return credentials == null ? null : credentials.state();
    }

    private static Map<String, Status.EndpointPart> endpoints(Partner partner) {
        Map<String, Status.EndpointPart> endpoints = new LinkedHashMap<>();
        partner.endpoints().forEach(each -> endpoints.put(each.address().label(), Status.EndpointPart.of(each)));
        return endpoints;
    }

    private static String protocol(Partner partner) {
        Protocol spoken = partner.protocol();
        return spoken == null ? "not negotiated yet" : spoken.toString();
    }

    private static String tls(PartnerSettings settings) {
        if (!Connecting.address(settings).secure()) {
            return "none";
        }
        return settings.tls().verify() ? "verified" : "not verified";
    }

    private static Map<String, Long> ended(Collection<PartnerTotals> totals) {
        Map<String, Long> ended = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            ended.put(
                    outcome.label(),
                    totals.stream().mapToLong(each -> each.ended(outcome)).sum());
        }
        return ended;
    }
}
