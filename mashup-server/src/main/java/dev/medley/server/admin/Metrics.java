package dev.medley.server.admin;

import dev.medley.exchange.Broker;
import dev.medley.mashup.Reply;
import dev.medley.partner.Partner;
import dev.medley.servlet.MashupRuntime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The metrics of a server, in Prometheus' text format.
 *
 * <p>What happens per exchange and per inbound request goes to meters that were looked up before; everything else is
 * asked for when the page is. Thread-safe.
 */
final class Metrics implements AutoCloseable {

    private static final String TYPE = "text/plain;version=0.0.4;charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmMeters jvm;
    /** Also keeps them alive: the registry holds what it asks weakly. */
    private final Each<Partner, ExchangeMeters> exchanges;

    private final RequestMeters requests;

    Metrics(Broker broker, MashupRuntime runtime, LawSampler sampler) {
        // First, as it has a filter for all meters that come after it.
        jvm = new JvmMeters(registry);
        exchanges = Each.of(broker.partners(), partner -> new ExchangeMeters(partner, registry));
        broker.partners().forEach(partner -> Gauges.ofPartner(partner, registry));
        requests = new RequestMeters(registry);
        Gauges.ofInbound(broker.ledger(), registry);
        Gauges.ofPool(broker.pool(), registry);
        Gauges.ofLaw(sampler, registry);
        broker.onExchangeEnded(ended -> exchanges.get(ended.partner()).record(ended));
        runtime.onReplied(requests::record);
    }

    Reply toReply() {
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
