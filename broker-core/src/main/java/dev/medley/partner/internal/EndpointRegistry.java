package dev.medley.partner.internal;

import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.ServiceAddress;
import dev.medley.connection.internal.address.ServiceLookUp;
import dev.medley.connection.internal.address.ServiceName;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates the endpoints of a partner and keeps them at the addresses that its names have. An endpoint whose address stays is
 * kept with its connections and its statistics; one whose address is gone takes no further attempt, and its connections are
 * closed as they become idle.
 *
 * <p>Thread-safe: changes are made one after another, under the monitor.
 */
final class EndpointRegistry {

    /** For which a service without any address waits until it is looked up again. */
    private static final Duration UNTIL_FOUND = Duration.ofSeconds(1);

    /** Where a weight of 0 has one, a weight of 1 has so much. */
    private static final int OF_ZERO = 100;

    private final PartnerSettings settings;
    private final PartnerParts parts;
    private final ConnectionManager manager;
    private final Clock clock;
    private final Endpoints list;
    private final @Nullable Ejections ejections;
    private final Map<EndpointUrl, List<Place>> places = new LinkedHashMap<>();
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
        String name = options.srv();
        ServiceName service = name == null ? null : ServiceName.parse(name);
        boolean all = service != null || options.addresses() == AddressUse.ALL;
        EjectionSettings ejection = settings.ejection();
        ejections = ejection.enabled() && (all || parts.urls().size() > 1)
                ? new Ejections(ejection, clock, list::reportCapacity)
                : null;
        checks = settings.healthCheck().path() == null
                ? null
                : new HealthChecks(settings.healthCheck(), settings.headers(), credentials, clock, list::all);
        for (EndpointUrl url : parts.urls()) {
            Address address = Address.of(url.url());
            if (service != null) {
                // Neither its host nor its port need be those of an endpoint.
                places.put(url, List.of());
                refreshes.add(
                        refresh(url, service.toString(), UNTIL_FOUND, whenDone -> lookUp(service, url, whenDone)));
            } else {
                // Until its addresses are known, a name is one endpoint whose connects look them up.
                places.put(url, List.of(new Place(address, url.weight(), 0)));
                if (all && !address.literal()) {
                    refreshes.add(refresh(url, address.host(), options.refresh(), whenDone -> lookUp(url, whenDone)));
                }
            }
        }
        publish(rebuild());
    }

    private DnsRefresher refresh(EndpointUrl url, String name, Duration untilFound, DnsRefresher.LookUp lookUp) {
        return new DnsRefresher(
                settings.name(),
                name,
                untilFound,
                settings.endpoints().refresh(),
                clock,
                lookUp,
                found -> update(url, found));
    }

    private void lookUp(EndpointUrl url, BiConsumer<@Nullable List<Place>, @Nullable Throwable> whenDone) {
        Address address = Address.of(url.url());
        manager.lookUp(
                address.host(),
                (found, failure) -> whenDone.accept(
                        found == null
                                ? null
                                : found.stream()
                                        .map(ip -> new Place(address.at(ip.getHostAddress()), url.weight(), 0))
                                        .toList(),
                        failure));
    }

    private void lookUp(
            ServiceName service, EndpointUrl url, BiConsumer<@Nullable List<Place>, @Nullable Throwable> whenDone) {
        Address address = Address.of(url.url());
        manager.lookUp(
                service, (found, failure) -> whenDone.accept(found == null ? null : places(address, found), failure));
    }

    /** One with a weight of 0 has a very small chance to be selected where others have more (RFC 2782). */
    private static List<Place> places(Address address, List<ServiceAddress> found) {
        boolean hasZero = found.stream().anyMatch(each -> each.weight() == 0);
        return found.stream()
                .map(each -> new Place(
                        address.at(each.address().getHostAddress(), each.port()),
                        Math.max(1, hasZero ? each.weight() * OF_ZERO : each.weight()),
                        each.priority()))
                .toList();
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
     * The endpoints of {@code url} are at these places.
     *
     * @throws IllegalArgumentException if a file cannot be used; then nothing has changed
     */
    private void update(EndpointUrl url, List<Place> all) {
        List<Place> found =
                all.stream().distinct().limit(ServiceLookUp.MAX_ADDRESSES).toList();
        Change change;
        synchronized (this) {
            List<Place> before = places.get(url);
            // A look-up may end after its partner has been retired.
            if (retired || before == null || found.equals(before)) {
                return;
            }
            places.put(url, found);
            try {
                change = rebuild();
            } catch (IllegalArgumentException x) {
                places.put(url, before);
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
            places.forEach((url, found) -> {
                for (Place place : found) {
                    Endpoint kept = before.get(place.address());
                    if (kept != null) {
                        after.put(place.address(), kept);
                    } else if (!after.containsKey(place.address())) {
                        Endpoint fresh = create(place, url);
                        created.add(fresh);
                        after.put(place.address(), fresh);
                    }
                }
            });
        } catch (IllegalArgumentException x) {
            created.forEach(this::remove);
            throw x;
        }
        places.values()
                .forEach(found -> found.forEach(place ->
                        Objects.requireNonNull(after.get(place.address())).use(place)));
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

    private Endpoint create(Place place, EndpointUrl url) {
        Address address = place.address();
        BreakerSettings breaker = settings.breaker();
        String name = "partner " + settings.name() + ", endpoint " + address.label();
        ConnectionPool connections = pool(address);
        Ejection ejection = ejections == null ? null : ejections.add(name);
        return new Endpoint(
                place,
                url.zone(),
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
