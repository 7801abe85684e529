package dev.medley.exchange.internal;

import dev.medley.connection.internal.address.NameLookUp;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.PartnerParts;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.trace.internal.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a broker. */
public final class DefaultBrokerBuilder {

    private static final long HEAP_SHARE = 4;

    final List<Specified> partners = new ArrayList<>();

    @Nullable
    BrokerPool pool;

    @Nullable
    Clock clock;

    @Nullable
    Tracing tracing;

    NameLookUp names = NameLookUp.SYSTEM;
    long maxHeldBytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE;

    DefaultBrokerBuilder() {}

    /** Adds a partner. */
    public DefaultBrokerBuilder partner(PartnerSettings settings) {
        partners.add(new Specified(settings, null));
        return this;
    }

    /** Adds a partner of other parts than its settings ask for. */
    public DefaultBrokerBuilder partner(PartnerSettings settings, PartnerParts parts) {
        partners.add(new Specified(settings, parts));
        return this;
    }

    /** Adds a partner that is at {@code url}, with the default settings. */
    public DefaultBrokerBuilder partner(String name, String url) {
        return partner(PartnerSettings.of(name, url).build());
    }

    /** Adds partners. */
    public DefaultBrokerBuilder partners(Collection<PartnerSettings> settings) {
        settings.forEach(this::partner);
        return this;
    }

    /** Shares a pool, which its creator starts and closes. Unless set, the broker has its own, of 16 threads. */
    public DefaultBrokerBuilder pool(BrokerPool shared) {
        this.pool = shared;
        return this;
    }

    /** Bytes of response bodies that are held at a time, in all; a quarter of the maximum heap unless set. */
    public DefaultBrokerBuilder maxHeldBytes(long bytes) {
        this.maxHeldBytes = bytes;
        return this;
    }

    /** Another clock than the pool's, for tests. */
    public DefaultBrokerBuilder clock(Clock other) {
        this.clock = other;
        return this;
    }

    /** Begins spans by {@code telemetry}, which its creator closes; none unless set, or if that is {@link OpenTelemetry#noop()}. */
    public DefaultBrokerBuilder openTelemetry(OpenTelemetry telemetry) {
        tracing = telemetry == OpenTelemetry.noop() ? null : Tracing.of(telemetry);
        return this;
    }

    /** Another resolver than the system's, for tests. */
    public DefaultBrokerBuilder names(NameLookUp other) {
        this.names = other;
        return this;
    }

    /**
     * The broker, not started yet.
     *
     * @throws IllegalArgumentException if two partners have one name
     */
    public DefaultBroker build() {
        return new DefaultBroker(this);
    }

    /** A partner to be, and its parts; null for those that its settings ask for. */
    record Specified(PartnerSettings settings, @Nullable PartnerParts parts) {

        PartnerParts parts(Clock clock) {
            return parts == null ? PartnerParts.of(settings, clock) : parts;
        }
    }
}
