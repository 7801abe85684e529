package dev.medley.partner;

import dev.medley.connection.OutboundRequest;
import dev.medley.partner.health.CheckedHealth;
import dev.medley.partner.health.HealthCheckSettings;
import dev.medley.thread.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The active health checks of a partner's endpoints: a GET to each at intervals, on a connection of its pool. An endpoint has
 * one check at a time. Thread-safe.
 */
final class HealthChecks {

    private final HealthCheckSettings settings;
    private final Clock clock;
    private final Supplier<List<Endpoint>> endpoints;
    private final OutboundRequest request;
    private final Set<Endpoint> underWay = ConcurrentHashMap.newKeySet();
    private boolean running;
    private Clock.@Nullable ScheduledTask next;

    HealthChecks(HealthCheckSettings settings, Clock clock, Supplier<List<Endpoint>> endpoints) {
        this.settings = settings;
        this.clock = clock;
        this.endpoints = endpoints;
        String path = settings.path();
        request = new OutboundRequest("GET", path == null ? "/" : path, List.of(), null);
    }

    synchronized void start() {
        running = true;
        // By a thread of the pool, as all checks.
        next = clock.schedule(0, this::checkAll);
    }

    synchronized void stop() {
        running = false;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void checkAll() {
        // First: a defect in one check does not end those that come later.
        synchronized (this) {
            if (!running) {
                return;
            }
            next = clock.schedule(settings.interval().toNanos(), this::checkAll);
        }
        endpoints.get().forEach(this::check);
    }

    private void check(Endpoint endpoint) {
        CheckedHealth health = endpoint.health();
        if (health == null || !underWay.add(endpoint)) {
            return;
        }
        HealthProbe probe = new HealthProbe(endpoint.connections(), request, settings.timeout(), clock, failure -> {
            underWay.remove(endpoint);
            if (failure != null) {
                health.checked(failure);
            }
        });
        probe.start();
    }
}
