package dev.medley.broker;

import dev.medley.exchange.Broker;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultBrokerBuilder;
import dev.medley.partner.PartnerSettings;
import io.opentelemetry.api.OpenTelemetry;

/** Builds a broker with a pool of its own, of 16 threads. Not thread-safe. */
public final class BrokerBuilder {

    private final DefaultBrokerBuilder broker = DefaultBroker.builder();

    /** Begins a broker without partners. */
    public BrokerBuilder() {}

    /** Adds a partner. */
    public BrokerBuilder partner(PartnerSettings settings) {
        broker.partner(settings);
        return this;
    }

    /** Adds a partner that is at {@code url}, with the default settings. */
    public BrokerBuilder partner(String name, String url) {
        broker.partner(name, url);
        return this;
    }

    /** Bytes of response bodies that are held at a time, in all; a quarter of the maximum heap unless set. */
    public BrokerBuilder maxHeldBytes(long bytes) {
        broker.maxHeldBytes(bytes);
        return this;
    }

    /**
     * Begins a span for each exchange and each attempt, by {@code telemetry}, which its creator closes: children of the current span of
     * the thread that starts the exchange, if that is recorded. No spans unless set.
     */
    public BrokerBuilder openTelemetry(OpenTelemetry telemetry) {
        broker.openTelemetry(telemetry);
        return this;
    }

    /**
     * Starts the broker.
     *
     * @throws IllegalArgumentException if two partners have one name
     * @throws IllegalStateException if it does not start
     */
    public Broker start() {
        return broker.build().start();
    }
}
