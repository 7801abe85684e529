package dev.medley.partner;

import dev.medley.connection.Address;
import dev.medley.connection.ConnectionCounts;
import dev.medley.connection.ConnectionManager;
import dev.medley.connection.ConnectionPool;
import dev.medley.connection.Protocol;
import dev.medley.partner.limit.Admission;
import dev.medley.partner.limit.Limiter;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.CallPolicy;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A remote service that mashups consume, with its endpoints, its admission and its policy. Thread-safe. */
public final class Partner {

    private final PartnerSettings settings;
    private final List<Endpoint> endpoints;
    private final EndpointChooser chooser;
    private final CallPolicy policy;
    private final Admission<AttemptResult> admission;

    /**
     * Creates a partner whose connections {@code manager} keeps, and whose waiters run on {@code pool}. Reads the files of
     * its settings.
     *
     * @throws IllegalArgumentException if a file cannot be used, naming the partner and the file
     */
    public Partner(PartnerSettings settings, PartnerParts parts, ConnectionManager manager, Executor pool) {
        this.settings = settings;
        endpoints = parts.addresses().stream()
                .map(address -> new Endpoint(
                        address,
                        pool(settings, address, manager),
                        List.copyOf(parts.endpointStages().apply(address))))
                .toList();
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("partner " + settings.name() + " has no address");
        }
        chooser = parts.chooser();
        policy = parts.policy();
        admission = new Admission<>(parts.stages(), new Limiter(pool, settings.maxConnections(), settings.maxQueued()));
        endpoints.forEach(endpoint -> endpoint.connections().onCapacity(admission.limiter()::setLimit));
    }

    private static ConnectionPool pool(PartnerSettings settings, Address address, ConnectionManager manager) {
        try {
            return manager.pool(address, settings.connectSettings(), settings.maxConnections(), settings.keepAlive());
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("partner " + settings.name() + ": " + x.getMessage(), x);
        }
    }

    /** The name by which mashups call it. */
    public String name() {
        return settings.name();
    }

    /** Its configuration. */
    public PartnerSettings settings() {
        return settings;
    }

    /** The policy of all calls to it. */
    public CallPolicy policy() {
        return policy;
    }

    /** The admission of all attempts. */
    public Admission<AttemptResult> admission() {
        return admission;
    }

    /** Its addresses; at least one. */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /**
     * Chooses the endpoint of an attempt. For the holder of a permit.
     *
     * @param avoided the endpoint not to choose where there is another one, or null
     * @return null if no endpoint admits an attempt now
     */
    public @Nullable Endpoint choose(@Nullable Endpoint avoided) {
        if (endpoints.size() == 1) {
            Endpoint only = endpoints.get(0);
            return only.admits() ? only : null;
        }
        List<Endpoint> admitting = endpoints.stream().filter(Endpoint::admits).toList();
        if (admitting.size() > 1 && avoided != null) {
            admitting =
                    admitting.stream().filter(endpoint -> endpoint != avoided).toList();
        }
        return admitting.isEmpty() ? null : chooser.choose(admitting);
    }

    /** The message for an attempt that is refused by {@code entry}. */
    public String refusal(Limiter.Entry entry) {
        Limiter limiter = admission.limiter();
        return entry == Limiter.Entry.REFUSED
                ? "all %d %s are in use and %d exchanges wait already"
                        .formatted(limiter.limit(), isMultiplexed() ? "streams" : "connections", limiter.maxQueued())
                : "it admits no attempt now";
    }

    /**
     * Changes how many connections to each address may be open at a time, where a connection carries one exchange; with it,
     * the exchanges that may use them.
     */
    public void setMaxConnections(int maxConnections) {
        endpoints.forEach(endpoint -> endpoint.connections().setMaxConnections(maxConnections));
    }

    /** Connections to all its addresses, at this moment. */
    public ConnectionCounts connections() {
        return endpoints.stream()
                .map(endpoint -> endpoint.connections().counts())
                .reduce(ConnectionCounts.NONE, ConnectionCounts::plus);
    }

    private boolean isMultiplexed() {
        Protocol spoken = protocol();
        return spoken != null && spoken.multiplexed();
    }

    /** The protocol of its connections; null until it is negotiated. */
    public @Nullable Protocol protocol() {
        return endpoints.get(0).connections().protocol();
    }

    /** Permits at a time. */
    public int maxPermits() {
        return admission.limiter().limit();
    }

    /** Permits in use. */
    public int permitsUsed() {
        return admission.limiter().used();
    }

    /** Attempts that wait for a permit. */
    public int queued() {
        return admission.limiter().queued();
    }

    @Override
    public String toString() {
        return settings.name();
    }
}
