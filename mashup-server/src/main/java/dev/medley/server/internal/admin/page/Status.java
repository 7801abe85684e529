package dev.medley.server.internal.admin.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.medley.config.ExecutionMode;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.health.Breaker;
import dev.medley.partner.internal.health.CheckedHealth;
import dev.medley.partner.internal.health.Ejection;
import dev.medley.partner.internal.policy.ResendTotals;
import dev.medley.partner.internal.routing.Canary;
import dev.medley.partner.internal.routing.Mirror;
import dev.medley.server.internal.admin.metrics.LawReading;
import dev.medley.server.internal.admin.metrics.PartnerTotals;
import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.server.internal.inbound.ClosedFor;
import dev.medley.server.internal.reload.ReloadState;
import dev.medley.server.internal.tls.ServerCertificate;
import dev.medley.server.internal.tls.TlsState;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.internal.quota.Quota;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.PoolUse;
import dev.medley.thread.internal.ledger.Law;
import dev.medley.thread.internal.ledger.Totals;
import dev.medley.thread.internal.placement.DecidedBy;
import dev.medley.thread.internal.placement.Move;
import dev.medley.thread.internal.placement.Placement;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The document of {@code /status}; the records are its members, in order. docs/operations.md explains them. */
record Status(
        ServerPart server,
        ConfigurationPart configuration,
        Map<String, TlsPart> tls,
        PoolUse threads,
        ComputePart computations,
        InboundPart inbound,
        Map<String, MashupPart> mashups,
        Map<String, SchedulePart> schedules,
        Map<String, QuotaPart> quotas,
        TopicPart.TopicsPart topics,
        LawPart law,
        OutboundPart outbound) {

    /** In the order of the records, and indented for people. Created with the first status, because its creation is slow. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    byte[] toJson() {
        return MAPPER.writeValueAsBytes(this);
    }

    /** A quota, whose buckets are those of this node. */
    record QuotaPart(String per, long clients, long admitted, long refused) {

        static QuotaPart of(Quota quota) {
            return new QuotaPart("node", quota.clients(), quota.admitted(), quota.refused());
        }
    }

    record ServerPart(String version, String readiness, double uptimeSeconds, String execution, String java) {}

    /** The reloads of the configuration. */
    record ConfigurationPart(
            long reloads,
            long refused,
            List<String> needRestart,
            @Nullable ReloadPart lastReload) {

        static ConfigurationPart of(ReloadState state) {
            ReloadReport last = state.last();
            return new ConfigurationPart(
                    state.applied(), state.refused(), state.needRestart(), last == null ? null : ReloadPart.of(last));
        }
    }

    /** One reload. */
    record ReloadPart(String outcome, String cause, String at, List<String> changed, List<String> problems) {

        static ReloadPart of(ReloadReport report) {
            return new ReloadPart(
                    report.applied() ? "applied" : "refused",
                    report.cause(),
                    report.at().toString(),
                    report.changed(),
                    report.problems());
        }
    }

    /** TLS of a connector. */
    record TlsPart(String clientAuth, List<String> versions, List<CertificatePart> certificates) {

        static TlsPart of(TlsState state, Instant now) {
            return new TlsPart(
                    state.clientAuth().configured(),
                    state.versions(),
                    state.certificates().stream()
                            .map(each -> CertificatePart.of(each, now))
                            .toList());
        }
    }

    record CertificatePart(
            String subject,
            String issuer,
            List<String> names,
            String notBefore,
            String notAfter,
            double daysLeft,
            String serialNumber,
            String file) {

        private static final double TENTHS = 10;

        static CertificatePart of(ServerCertificate certificate, Instant now) {
            return new CertificatePart(
                    certificate.subject(),
                    certificate.issuer(),
                    certificate.names(),
                    certificate.notBefore().toString(),
                    certificate.notAfter().toString(),
                    Math.floor(certificate.daysLeft(now) * TENTHS) / TENTHS,
                    certificate.serialNumber(),
                    certificate.file());
        }
    }

    /**
     * The requests of clients; {@code admission} is null if their number is not limited. And their connections that were
     * closed, by reason; null where a container has those.
     */
    record InboundPart(
            long inFlight,
            long arrived,
            long answered,
            @Nullable AdmissionPart admission,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, Long> closed) {

        static InboundPart of(Totals totals, @Nullable AdmissionPart admission, @Nullable ClosedConnections closed) {
            return new InboundPart(
                    totals.inFlight(),
                    totals.started(),
                    totals.ended(),
                    admission,
                    closed == null ? null : byReason(closed));
        }

        private static Map<String, Long> byReason(ClosedConnections closed) {
            Map<String, Long> counts = new LinkedHashMap<>();
            for (ClosedFor reason : ClosedFor.values()) {
                counts.put(reason.label(), closed.count(reason));
            }
            return counts;
        }
    }

    /**
     * Threads that the code of a mashup runs on, what has decided that, and how often it has stalled a loop.
     *
     * @param moved whether its stalls have moved it to the pool
     * @param lastMove the reason of its last move; null if there has been none
     * @param bulkhead null if it has none
     */
    record MashupPart(
            String execution,
            String decidedBy,
            boolean moved,
            @Nullable String lastMove,
            long stalls,
            AdmissionPart.@Nullable BulkheadPart bulkhead) {

        /** The part of a mashup in a server that runs {@code mode}. */
        static MashupPart of(
                ExecutionMode mode, ExecutionTarget executionTarget, AdmissionPart.@Nullable BulkheadPart bulkhead) {
            Placement placement = executionTarget.placement();
            Move last = placement.lastMove();
            return new MashupPart(
                    mode == ExecutionMode.ASYNC ? placement.where().label() : mode.configured(),
                    mode == ExecutionMode.ASYNC ? placement.by().label() : DecidedBy.DEFAULT.label(),
                    executionTarget.isMoved(),
                    last == null ? null : last.reason().label(),
                    executionTarget.stalls(),
                    bulkhead);
        }
    }

    record LawPart(LawFigures window, LawFigures sinceStart) {}

    /** The figures, with the paper's letters, and the sums behind them for further computation. */
    record LawFigures(
            double seconds,
            long answered,
            @JsonProperty("N") double concurrency,
            @JsonProperty("D_ms") double demand,
            @JsonProperty("S_ms") double service,
            @JsonProperty("D/S") double demandPerService,
            @JsonProperty("c") double exchangeThreads,
            @JsonProperty("n_predicted") double predicted,
            @JsonProperty("n_measured") double measured,
            LawSums sums) {

        private static final double NANOS = 1e9;
        private static final MathContext DIGITS = new MathContext(6);

        static LawFigures of(LawReading reading) {
            Law law = reading.law();
            return new LawFigures(
                    law.elapsedNanos() / NANOS,
                    law.ended(),
                    rounded(law.concurrency()),
                    rounded(law.demandMillis()),
                    rounded(law.serviceMillis()),
                    rounded(law.demandPerService()),
                    rounded(law.exchangeThreads()),
                    rounded(law.threads()),
                    rounded(reading.measuredThreads()),
                    LawSums.of(reading));
        }

        private static double rounded(double figure) {
            return new BigDecimal(figure, DIGITS).doubleValue();
        }
    }

    /** Sums since the start, not rounded: rounding errors would show in the difference of two readings. */
    record LawSums(
            @JsonProperty("demand_ms") double demand,
            @JsonProperty("service_ms") double service,
            @JsonProperty("exchange_ms") double exchange,
            @JsonProperty("utilized_ms") double utilized) {

        private static final double MILLI = 1e6;

        static LawSums of(LawReading reading) {
            Law law = reading.law();
            return new LawSums(
                    law.inboundNanos() / MILLI,
                    law.serviceNanos() / MILLI,
                    law.exchangeNanos() / MILLI,
                    reading.utilizedNanos() / MILLI);
        }
    }

    record OutboundPart(
            int inFlight,
            int queued,
            ConnectionCounts connections,
            Map<String, Long> ended,
            Map<String, PartnerPart> partners) {}

    record PartnerPart(
            String protocol,
            String tls,
            int inFlight,
            int limit,
            int queued,
            ConnectionCounts connections,
            Map<String, EndpointPart> endpoints,
            Map<String, Long> ended,
            ResendsPart resends,
            PartnerTotals.@Nullable Failure lastFailure,
            @Nullable String token,
            @Nullable CachePart cache,
            @Nullable CanaryPart canary,
            @Nullable MirrorPart mirror,
            SettingsPart settings) {}

    /** A canary, with the exchanges that went to it and to the partner itself. */
    record CanaryPart(String partner, double share, long atCanary, long atPartner) {

        static @Nullable CanaryPart of(@Nullable Canary canary) {
            return canary == null
                    ? null
                    : new CanaryPart(
                            canary.partner(), canary.settings().share(), canary.atCanary(), canary.atPartner());
        }
    }

    /** A mirror, with the copies of requests for it. */
    record MirrorPart(String partner, double share, long sent, long dropped) {

        static @Nullable MirrorPart of(@Nullable Mirror mirror) {
            return mirror == null
                    ? null
                    : new MirrorPart(mirror.partner(), mirror.settings().share(), mirror.sent(), mirror.dropped());
        }
    }

    /** An endpoint; what it does not have is null. */
    record EndpointPart(
            int weight,
            int priority,
            String zone,
            int outstanding,
            long attempts,
            long faults,
            ConnectionCounts connections,
            @Nullable BreakerPart breaker,
            @Nullable String ejection,
            @Nullable String health) {

        static EndpointPart of(Endpoint endpoint) {
            Ejection ejection = endpoint.ejection();
            CheckedHealth health = endpoint.health();
            Breaker breaker = endpoint.breaker();
            return new EndpointPart(
                    endpoint.weight(),
                    endpoint.priority(),
                    endpoint.zone(),
                    endpoint.outstanding(),
                    endpoint.ended(),
                    endpoint.faults(),
                    endpoint.connections().counts(),
                    breaker == null ? null : BreakerPart.of(breaker),
                    ejection == null ? null : ejection.state().label(),
                    health == null ? null : health.isHealthy() ? "healthy" : "unhealthy");
        }
    }

    /** A circuit breaker, and since when it is in its state. */
    record BreakerPart(String state, String since, long opened) {

        static BreakerPart of(Breaker breaker) {
            return new BreakerPart(breaker.state().label(), breaker.since().toString(), breaker.opened());
        }
    }

    /** Attempts beyond the first of their calls, and those that were not made. */
    record ResendsPart(
            long retries, long hedges, long hedgesWon, long refusedByBudget, long heldBack, double hedgeDelayMillis) {

        private static final double MICROS = 1e3;

        static ResendsPart of(ResendTotals totals) {
            return new ResendsPart(
                    totals.retries(),
                    totals.hedges(),
                    totals.hedgesWon(),
                    totals.refusedByBudget(),
                    totals.heldBack(),
                    TimeUnit.NANOSECONDS.toMicros(totals.hedgeDelayNanos()) / MICROS);
        }
    }

    /** The cache of a partner's responses; null if it has none. */
    record CachePart(long targets, long bytes, long maxBytes, long evictions, Map<String, Long> events) {

        static @Nullable CachePart of(@Nullable ResponseCache cache) {
            if (cache == null) {
                return null;
            }
            Map<String, Long> events = new LinkedHashMap<>();
            for (CacheEvent event : CacheEvent.values()) {
                events.put(event.label(), cache.counted(event));
            }
            return new CachePart(
                    cache.targets(), cache.bytes(), cache.settings().maxBytes(), cache.evictions(), events);
        }
    }

    record SettingsPart(int maxConnections, int maxQueued, long timeoutMillis) {}
}
