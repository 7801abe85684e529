package dev.medley.partner.internal;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.partner.HealthCheckSettings;
import dev.medley.partner.internal.credential.Credential;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.partner.internal.health.CheckedHealth;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
import java.time.Duration;
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

    private final Duration timeout;
    private final Clock clock;
    private final Supplier<List<Endpoint>> endpoints;
    private final DefaultOutboundRequest request;
    private final @Nullable CredentialSource credentials;
    private final Set<Endpoint> underWay = ConcurrentHashMap.newKeySet();
    private final RepeatedLook looks;

    /**
     * Creates checks.
     *
     * @param headers of each check
     * @param credentials of the credential of each check; null for none
     */
    HealthChecks(
            HealthCheckSettings settings,
            List<Header> headers,
            @Nullable CredentialSource credentials,
            Clock clock,
            Supplier<List<Endpoint>> endpoints) {
        // A check is for no caller.
        this.credentials = credentials == null || credentials.isOfCaller() ? null : credentials;
        timeout = settings.timeout();
        this.clock = clock;
        this.endpoints = endpoints;
        // By a thread of the pool, which runs what is scheduled.
        looks = RepeatedLook.of("health checks", clock, settings.interval(), Runnable::run, this::checkAll);
        String path = settings.path();
        request = new DefaultOutboundRequest("GET", path == null ? "/" : path, headers, null);
    }

    void start() {
        looks.start(Duration.ZERO);
    }

    void stop() {
        looks.close();
    }

    private boolean checkAll() {
        DefaultOutboundRequest sent = requestNow();
        if (sent == null) {
            // It is awaited for the next checks; that there is none says nothing of the endpoints.
            return true;
        }
        RuntimeException failure = null;
        for (Endpoint endpoint : endpoints.get()) {
            try {
                check(endpoint, sent);
            } catch (RuntimeException x) {
                // The others are checked all the same.
                failure = x;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /** The request with the credential; null while there is none. */
    private @Nullable DefaultOutboundRequest requestNow() {
        CredentialSource source = credentials;
        if (source == null) {
            return request;
        }
        Credential credential = source.current();
        return credential == null ? null : credential.addedTo(request);
    }

    private void check(Endpoint endpoint, DefaultOutboundRequest sent) {
        CheckedHealth health = endpoint.health();
        if (health == null || !underWay.add(endpoint)) {
            return;
        }
        HealthCheck probe = new HealthCheck(endpoint.connections(), sent, timeout, clock, failure -> {
            underWay.remove(endpoint);
            if (failure != null) {
                health.checked(failure);
            }
        });
        boolean started = false;
        try {
            probe.start();
            started = true;
        } finally {
            if (!started) {
                underWay.remove(endpoint);
            }
        }
    }
}
