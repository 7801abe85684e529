package dev.medley.server.admin.metrics;

import dev.medley.exchange.Broker;
import dev.medley.mashup.Reply;
import dev.medley.partner.Partner;
import dev.medley.server.tls.TlsState;
import dev.medley.servlet.MashupRuntime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The metrics of a server, in Prometheus' text format.
 *
 * <p>Exchanges and inbound requests are recorded in meters as they end; everything else is read on each scrape. Thread-safe.
 */
public final class Metrics implements AutoCloseable {

    private static final String TYPE = "text/plain;version=0.0.4;charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmMeters jvm;
    /** Also keeps the meters alive: the registry refers to them weakly. */
    private final FixedMap<Partner, ExchangeMeters> exchanges;

    private final List<EndpointMeters> endpoints;

    private final RequestMeters requests;

    /** Creates the metrics of a server, and registers for the ends of its exchanges and requests. */
    public Metrics(Broker broker, MashupRuntime runtime, LawSampler sampler, Supplier<Map<String, TlsState>> tls) {
        // First: its filter applies to later meters only.
        jvm = new JvmMeters(registry);
        exchanges = FixedMap.of(broker.partners(), partner -> new ExchangeMeters(partner, registry));
        broker.partners().forEach(partner -> Gauges.ofPartner(partner, registry));
        endpoints = broker.partners().stream()
                .map(partner -> new EndpointMeters(partner, registry))
                .toList();
        broker.partners().forEach(partner -> Gauges.ofResends(partner, registry));
        requests = new RequestMeters(registry);
        Gauges.ofInbound(broker.ledger(), registry);
        Gauges.ofPool(broker.pool(), registry);
        Gauges.ofLaw(sampler, registry);
        CertificateGauges.register(tls, registry);
        StallMeters.register(runtime, registry);
        AdmissionMeters.register(runtime.admission(), registry);
        broker.partners().forEach(partner -> AdmissionMeters.ofQueue(partner, registry));
        broker.onExchangeEnded(ended -> exchanges.get(ended.partner()).record(ended));
        runtime.onReplied(requests::record);
    }

    /** Returns the reply of {@code /metrics}. */
    public Reply toReply() {
        endpoints.forEach(EndpointMeters::follow);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            registry.scrape(page);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return Reply.bytes(TYPE, page.toByteArray());
    }

    @Override
    public void close() {
        jvm.close();
    }
}
