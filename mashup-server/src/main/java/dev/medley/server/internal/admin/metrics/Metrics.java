package dev.medley.server.internal.admin.metrics;

import dev.medley.exchange.Exchange;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Reply;
import dev.medley.partner.internal.Partner;
import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.server.internal.reload.ReloadState;
import dev.medley.server.internal.tls.TlsState;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.inbound.RequestSummary;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.eclipse.jetty.http.QuotedQualityCSV;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a server, in Prometheus' text format.
 *
 * <p>Exchanges and inbound requests are recorded in meters as they end; everything else is read on each scrape. Thread-safe.
 */
public final class Metrics implements AutoCloseable {

    private static final String TYPE = "text/plain;version=0.0.4;charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String TYPE_OF_OPEN_METRICS = OPEN_METRICS + ";version=1.0.0;charset=utf-8";

    private final PrometheusMeterRegistry registry;
    private final JvmMeters jvm;
    private volatile Map<String, PartnerMeters> partners = Map.of();

    private final RequestMeters requests;
    private final MashupMeters mashups;
    private final CallerMeters callers;
    private final TopicMeters topics;

    /** Creates the metrics of a server, and registers for the ends of its exchanges and requests. */
    public Metrics(
            DefaultBroker broker,
            MashupRuntime runtime,
            LawSampler sampler,
            Supplier<Map<String, TlsState>> tls,
            Supplier<ReloadState> reloads) {
        // What takes exemplars has a thread of its own.
        registry = new PrometheusMeterRegistry(
                new Exemplars(),
                new PrometheusRegistry(),
                Clock.SYSTEM,
                broker.tracing() == null ? null : new CurrentSpan());
        // First: its filter applies to later meters only.
        jvm = new JvmMeters(registry);
        onPartnersChanged(broker.partners());
        requests = new RequestMeters(registry);
        Gauges.ofInbound(broker.ledger(), registry);
        Gauges.ofPool(broker.pool(), registry);
        Gauges.ofLaw(sampler, registry);
        CertificateGauges.register(tls, registry);
        StallMeters.register(runtime, registry);
        TurnMeters.register(broker.pool(), registry.getPrometheusRegistry());
        ComputeMeters.register(broker.computations(), registry);
        topics = new TopicMeters(runtime.topics(), registry);
        mashups = new MashupMeters(runtime, registry);
        callers = new CallerMeters(runtime, registry);
        AdmissionMeters.register(runtime.admission(), registry);
        ReloadMeters.register(reloads, registry);
        broker.observeEnds(this::record);
        runtime.onReplied(this::answered);
    }

    private void record(Exchange ended) {
        PartnerMeters meters = partners.get(ended.partner());
        // There are none for the last exchanges with a partner that a reload has removed.
        if (meters != null) {
            meters.exchanges().record(ended);
        }
    }

    /** Goes on with {@code current} partners. By one thread at a time. */
    public void onPartnersChanged(Collection<Partner> current) {
        Map<String, PartnerMeters> before = new LinkedHashMap<>(partners);
        Map<String, PartnerMeters> next = new LinkedHashMap<>();
        for (Partner partner : current) {
            PartnerMeters meters = before.remove(partner.name());
            next.put(
                    partner.name(),
                    meters == null ? new PartnerMeters(partner, registry) : meters.of(partner, registry));
        }
        partners = next;
        before.values().forEach(gone -> gone.remove(registry));
    }

    /** A request has been answered, by a mashup or by the server. */
    public void answered(RequestSummary summary) {
        requests.record(summary);
    }

    /** Shows the connections of clients that were closed. */
    public void inbound(ClosedConnections closed) {
        InboundMeters.register(closed, registry);
    }

    /**
     * Returns the reply of {@code /metrics}: with exemplars, by OpenMetrics, to a client that asks for that.
     *
     * @param accept the field of that name; null for none
     */
    public Reply toReply(@Nullable String accept) {
        return scraped(wantsOpenMetrics(accept) ? TYPE_OF_OPEN_METRICS : TYPE);
    }

    private static boolean wantsOpenMetrics(@Nullable String accept) {
        QuotedQualityCSV ranges = new QuotedQualityCSV();
        ranges.addValue(accept);
        return ranges.getValues().stream()
                .map(range -> range.toLowerCase(Locale.ROOT))
                .filter(range -> range.startsWith(OPEN_METRICS) || range.startsWith("text/") || range.startsWith("*"))
                .findFirst()
                .filter(range -> range.startsWith(OPEN_METRICS))
                .isPresent();
    }

    private Reply scraped(String type) {
        partners.values().forEach(PartnerMeters::followEndpoints);
        mashups.follow();
        callers.follow();
        topics.follow();
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            registry.scrape(page, type);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return Reply.bytes(type, page.toByteArray());
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** Exemplars of buckets and counters only: OpenMetrics has none for the number of a histogram, and parsers refuse them there. */
    private static final class Exemplars implements PrometheusConfig {

        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public Properties prometheusProperties() {
            Properties properties = new Properties();
            properties.setProperty("io.prometheus.exporter.exemplars_on_all_metric_types", "false");
            return properties;
        }
    }
}
