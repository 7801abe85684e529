package dev.medley.partner.internal;

import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.connection.internal.pool.ConnectionManager;
import dev.medley.connection.internal.pool.ConnectionPool;
import dev.medley.partner.AddressUse;
import dev.medley.partner.BreakerSettings;
import dev.medley.partner.EjectionSettings;
import dev.medley.partner.EndpointSettings;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.partner.internal.health.Breaker;
import dev.medley.partner.internal.health.CheckedHealth;
import dev.medley.partner.internal.health.Ejection;
import dev.medley.partner.internal.health.Ejections;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Creates the endpoints of a partner and keeps them at the addresses that its names have. An endpoint whose address stays is
 * kept with its connections and its statistics; one whose address is gone takes no further attempt, and its connections are
 * closed as they become idle.
 *
 * <p>Thread-safe: changes are made one after another, under the monitor.
 */
final class EndpointRegistry {

    /** A name with more addresses has its first ones. */
    private static final int MAX_ADDRESSES = 256;

    private final PartnerSettings settings;
    private final PartnerParts parts;
    private final ConnectionManager manager;
    private final Clock clock;
    private final Endpoints list;
    private final @Nullable Ejections ejections;
    private final Map<EndpointUrl, List<Address>> addresses = new LinkedHashMap<>();
    private final AtomicLong openedByRemoved = new AtomicLong();
    private final List<DnsRefresher> refreshes = new ArrayList<>();
    private final @Nullable HealthChecks checks;
    private int maxConnections;
    /** Set when its endpoints stay what they are. */
    private boolean retired;

    /** @throws IllegalArgumentException if a file cannot be used, naming the partner and the file */
    EndpointRegistry(
            PartnerSettings settings,
            PartnerParts parts,
            ConnectionManager manager,
            Clock clock,
            @Nullable CredentialSource credentials) {
        this.settings = settings;
        this.parts = parts;
        this.manager = manager;
        this.clock = clock;
        maxConnections = settings.maxConnections();
        EndpointSettings options = settings.endpoints();
        list = new Endpoints(parts.chooser(), options.panicThreshold());
        boolean all = options.addresses() == AddressUse.ALL;
        EjectionSettings ejection = settings.ejection();
        ejections = ejection.enabled() && (all || parts.urls().size() > 1)
                ? new Ejections(ejection, clock, list::reportCapacity)
                : null;
        checks = settings.healthCheck().path() == null
                ? null
                : new HealthChecks(settings.healthCheck(), settings.headers(), credentials, clock, list::all);
        for (EndpointUrl url : parts.urls()) {
            Address address = Address.of(url.url());
            // Until its addresses are known, a name is one endpoint whose connects look them up.
            addresses.put(url, List.of(address));
            if (all && !address.literal()) {
                refreshes.add(new DnsRefresher(
                        settings.name(),
                        address.host(),
                        options.refresh(),
                        manager,
                        clock,
                        found -> update(url, found)));
            }
        }
        publish(rebuild());
    }

    Endpoints list() {
        return list;
    }

    void start() {
        refreshes.forEach(DnsRefresher::start);
        if (checks != null) {
            checks.start();
        }
    }

    void stop() {
        refreshes.forEach(DnsRefresher::stop);
        if (checks != null) {
            checks.stop();
        }
    }

    /** Ends what {@link #start} has started; the endpoints stay, and their connections are closed as they become idle. */
    synchronized void retire() {
        retired = true;
        stop();
        list.all().forEach(endpoint -> manager.retire(endpoint.connections()));
    }

    /** Connections that were opened to endpoints that have been removed; the few that are still open do not count. */
    ConnectionCounts countsOfRemoved() {
        long opened = openedByRemoved.get();
        return opened == 0 ? ConnectionCounts.NONE : new ConnectionCounts(0, 0, 0, opened, 0);
    }

    synchronized void setMaxConnections(int connections) {
        maxConnections = connections;
        list.all().forEach(endpoint -> endpoint.connections().setMaxConnections(connections));
    }

    /**
     * The host of {@code url} has these IP addresses.
     *
     * @throws IllegalArgumentException if a file cannot be used; then nothing has changed
     */
    private void update(EndpointUrl url, List<String> ips) {
        List<Address> found = ips.stream()
                .distinct()
                .limit(MAX_ADDRESSES)
                .map(Address.of(url.url())::at)
                .toList();
        Change change;
        synchronized (this) {
            List<Address> before = addresses.get(url);
            // A look-up may end after its partner has been retired.
            if (retired || before == null || found.equals(before)) {
                return;
            }
            addresses.put(url, found);
            try {
                change = rebuild();
            } catch (IllegalArgumentException x) {
                addresses.put(url, before);
                throw x;
            }
        }
        publish(change);
    }

    /**
     * The endpoints that were created and those that were removed.
     *
     * @param created not yet asked for their capacity
     */
    private record Change(List<Endpoint> created, Collection<Endpoint> removed) {}

    /** Creates the list anew, or changes nothing if a file cannot be used. Called under the monitor; makes no callback. */
    private Change rebuild() {
        Map<Address, Endpoint> before = new LinkedHashMap<>();
        list.all().forEach(endpoint -> before.put(endpoint.address(), endpoint));
        Map<Address, Endpoint> after = new LinkedHashMap<>();
        List<Endpoint> created = new ArrayList<>();
        try {
            addresses.forEach((url, found) -> {
                for (Address address : found) {
                    Endpoint kept = before.get(address);
                    if (kept != null) {
                        after.put(address, kept);
                    } else if (!after.containsKey(address)) {
                        Endpoint fresh = create(address, url);
                        created.add(fresh);
                        after.put(address, fresh);
                    }
                }
            });
        } catch (IllegalArgumentException x) {
            created.forEach(this::remove);
            throw x;
        }
        list.replace(List.copyOf(after.values()));
        before.keySet().removeAll(after.keySet());
        return new Change(created, before.values());
    }

    private void publish(Change change) {
        for (Endpoint each : change.created) {
            each.connections().onCapacity(exchanges -> {
                each.capacity(exchanges);
                list.reportCapacity();
            });
        }
        change.removed.forEach(this::remove);
        list.reportCapacity();
    }

    private Endpoint create(Address address, EndpointUrl url) {
        BreakerSettings breaker = settings.breaker();
        String name = "partner " + settings.name() + ", endpoint " + address.label();
        ConnectionPool connections = pool(address);
        Ejection ejection = ejections == null ? null : ejections.add(name);
        return new Endpoint(
                address,
                url,
                connections,
                List.copyOf(parts.endpointStages().apply(address)),
                settings.endpoints().faultStatuses(),
                breaker.enabled() ? new Breaker(name, breaker, clock) : null,
                ejection,
                checks == null ? null : new CheckedHealth(name, settings.healthCheck(), list::reportCapacity));
    }

    private ConnectionPool pool(Address address) {
        try {
            return manager.pool(address, Connecting.settings(settings), maxConnections, settings.keepAlive());
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("partner " + settings.name() + ": " + x.getMessage(), x);
        }
    }

    private void remove(Endpoint endpoint) {
        openedByRemoved.addAndGet(endpoint.connections().counts().opened());
        endpoint.remove();
        manager.retire(endpoint.connections());
    }
}
