package dev.medley.partner.internal;

import dev.medley.account.internal.PermitShares;
import dev.medley.connection.Protocol;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.connection.internal.pool.ConnectionManager;
import dev.medley.partner.LimitSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.partner.internal.limit.Admission;
import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.limit.Waiter;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.CallPolicy;
import dev.medley.partner.internal.policy.ResendTotals;
import dev.medley.partner.internal.routing.Canary;
import dev.medley.partner.internal.routing.Mirror;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.LogPace;
import dev.medley.tls.internal.FileFingerprint;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A remote service that mashups consume, with its endpoints, its admission and its policy. Thread-safe. */
public final class Partner {

    private final PartnerSettings settings;
    /** Of the files of its settings. */
    private final String fingerprint;

    private final EndpointRegistry endpoints;
    private final CallPolicy policy;
    private final Admission<AttemptResult> admission;
    private final PermitShares permitShares;
    private final @Nullable ResponseCache cache;
    private final @Nullable CredentialSource credentials;
    private final @Nullable Canary canary;
    private final @Nullable Mirror mirror;
    private final LongAdder mismatches = new LongAdder();
    private final LogPace faultPace = new LogPace();
    private final @Nullable String deadlineField;
    private final Address address;
    private final String basePath;
    private final LimitSettings limits;
    private final int maxRequestHead;
    private final boolean idempotencyKey;

    /**
     * Creates a partner whose connections {@code manager} keeps, and whose waiters run on {@code pool} and are as old as
     * {@code clock} says, as are stored responses. Reads the files of its settings.
     *
     * @throws IllegalArgumentException if a file cannot be used, naming the partner and the file
     */
    public Partner(
            PartnerSettings settings, PartnerParts parts, ConnectionManager manager, Clock clock, Executor pool) {
        this.settings = settings;
        // Before the content: what changes in between is noticed by the next look.
        fingerprint = FileFingerprint.of(Connecting.files(settings));
        if (parts.urls().isEmpty()) {
            throw new IllegalArgumentException("partner " + settings.name() + " has no address");
        }
        credentials = CredentialSource.of(settings, clock);
        endpoints = new EndpointRegistry(settings, parts, manager, clock, credentials);
        deadlineField = settings.deadlineField();
        idempotencyKey = settings.idempotencyKey();
        address = Connecting.address(settings);
        basePath = Connecting.basePath(settings);
        limits = settings.limits();
        maxRequestHead = limits.maxRequestHead();
        policy = parts.policy();
        PartnerAdmission limited = PartnerAdmission.of(settings, parts.stages(), pool, clock);
        admission = limited.admission();
        permitShares = new PermitShares(this::maxPermits);
        endpoints.list().onCapacity(limited.capacity());
        cache = settings.cache().enabled() ? new ResponseCache(settings.cache(), clock) : null;
        canary = Canary.of(settings.canary(), null);
        mirror = Mirror.of(settings.mirror(), null);
    }

    /** A partner with the endpoints, the admission and the policy of {@code other}. */
    private Partner(Partner other, PartnerSettings settings) {
        this.settings = settings;
        fingerprint = other.fingerprint;
        endpoints = other.endpoints;
        deadlineField = other.deadlineField;
        idempotencyKey = other.idempotencyKey;
        address = other.address;
        basePath = other.basePath;
        limits = settings.limits();
        maxRequestHead = other.maxRequestHead;
        policy = other.policy;
        admission = other.admission;
        permitShares = other.permitShares;
        cache = other.cache;
        credentials = other.credentials;
        canary = Canary.of(settings.canary(), other.canary);
        mirror = Mirror.of(settings.mirror(), other.mirror);
    }

    /** Starts what the partner does by itself: look-ups of names, health checks. The connection manager must have been started. */
    public void start() {
        endpoints.start();
    }

    /** Ends what {@link #start} has started. */
    public void stop() {
        endpoints.stop();
    }

    /** The name by which mashups call it. */
    public String name() {
        return settings.name();
    }

    /** Its configuration. */
    public PartnerSettings settings() {
        return settings;
    }

    /** The address of its host; of the first, if it has several. */
    public Address address() {
        return address;
    }

    /** The path that precedes that of each request: empty, or begins and does not end with a slash. */
    public String basePath() {
        return basePath;
    }

    /** Its {@code limits}. */
    public LimitSettings limits() {
        return limits;
    }

    /** The largest request line with header fields that it is sent, in bytes. */
    public int maxRequestHead() {
        return maxRequestHead;
    }

    /** The policy of all calls to it. */
    public CallPolicy policy() {
        return policy;
    }

    /** The header field by which it is sent the time that is left, or null. */
    public @Nullable String deadlineField() {
        return deadlineField;
    }

    /** Returns whether it recognizes requests by their {@code Idempotency-Key}. */
    public boolean idempotencyKey() {
        return idempotencyKey;
    }

    /** Totals of the attempts beyond the first of their calls. */
    public ResendTotals resends() {
        return policy.totals();
    }

    /** The cache of its responses; null if it has none. */
    public @Nullable ResponseCache cache() {
        return cache;
    }

    /** The partner to which some exchanges with this one go instead; null if there is none. */
    public @Nullable Canary canary() {
        return canary;
    }

    /** The partner that gets copies of requests to this one; null if there is none. */
    public @Nullable Mirror mirror() {
        return mirror;
    }

    /** Returns whether an attempt would have a permit and an endpoint at once, before none that waits. */
    public boolean isFree() {
        return queued() == 0 && permitsUsed() < maxPermits() && hasAdmittingEndpoint();
    }

    /** A response of it does not match its schema. */
    public void countMismatch() {
        mismatches.increment();
    }

    /** Returns the responses that did not match their schemas. */
    public long mismatches() {
        return mismatches.sum();
    }

    /** Returns the pace in which faults are logged with which its exchanges complete. */
    public LogPace faultPace() {
        return faultPace;
    }

    /** The source of the credential that it is shown; null if it is shown none. */
    public @Nullable CredentialSource credentials() {
        return credentials;
    }

    /** The header field that has that credential; null if there is none, or it is in the query. */
    public @Nullable String credentialField() {
        return credentials == null ? null : credentials.field();
    }

    /** The admission of all attempts. */
    public Admission<AttemptResult> admission() {
        return admission;
    }

    /** Its endpoints at this moment; at least one. */
    public List<Endpoint> endpoints() {
        return endpoints.list().all();
    }

    /** Returns whether an endpoint would admit an attempt now. */
    public boolean hasAdmittingEndpoint() {
        return endpoints.list().admits();
    }

    /**
     * Nanoseconds until an endpoint admits an attempt, if nothing else happens: 0 if one does now, {@link Long#MAX_VALUE} if that is
     * not known, because the breaker of each is open.
     */
    public long admitsInNanos() {
        return endpoints.list().admitsInNanos();
    }

    /**
     * Chooses the endpoint of an attempt, which starts there. For the holder of a permit.
     *
     * @param avoided the endpoint not to choose where there is another one, or null
     * @return null if no endpoint admits an attempt now
     */
    public @Nullable Endpoint choose(@Nullable Endpoint avoided) {
        return endpoints.list().choose(avoided);
    }

    /** Counts an attempt that no endpoint admits, and returns the message for it: which, why, and until when. */
    public String refuseWithoutEndpoint() {
        endpoints.list().onRefused();
        return "no endpoint admits an exchange: " + endpoints.list().refusal();
    }

    /** The message for an attempt that is refused by {@code entry}. */
    public String refusal(Limiter.Entry entry) {
        Limiter limiter = admission.limiter();
        return entry == Limiter.Entry.REFUSED
                ? "all %d %s are in use and %d exchanges wait already"
                        .formatted(limiter.limit(), isMultiplexed() ? "streams" : "connections", limiter.maxQueued())
                : "it admits no attempt now";
    }

    /** The message for an attempt that has left the queue for {@code cause}. */
    public String refusal(Waiter.Drop cause) {
        return switch (cause) {
            case TOO_OLD ->
                "no permit within max-queue-age, %d ms"
                        .formatted(limits.maxQueueAge().toMillis());
            case DISPLACED -> "a newer exchange took its place in the queue, which is full";
        };
    }

    /**
     * Changes how many connections to each endpoint may be open at a time, where a connection carries one exchange; with it,
     * the exchanges that may use them.
     */
    public void setMaxConnections(int maxConnections) {
        endpoints.setMaxConnections(maxConnections);
    }

    // ---- Reloads. -----------------------------------------------------------------------------------------------

    /**
     * Returns this partner with {@code changed} settings: the same, if they are equal and the files have the same content;
     * one with the same endpoints, if only settings differ that are {@linkplain Setting.Trait#CHANGEABLE
     * changeable}; null if a new one has to be made. Nothing is in effect before {@link #handOverTo}. Reads the files.
     */
    public @Nullable Partner with(PartnerSettings changed) {
        Settings before = SettingsType.values(settings);
        Settings after = SettingsType.values(changed);
        boolean inPlace = SettingsType.of(PartnerSettings.builder(name()))
                .keys()
                .settings()
                .filter(setting -> !setting.has(Setting.Trait.CHANGEABLE))
                .allMatch(setting -> before.isSame(after, setting));
        if (!inPlace || !FileFingerprint.of(Connecting.files(settings)).equals(fingerprint)) {
            return null;
        }
        return settings.equals(changed) ? this : new Partner(this, changed);
    }

    /** {@link #start() Starts}, unless {@code before}, which is the partner of this name until then, has the same endpoints. */
    public void startAfter(@Nullable Partner before) {
        if (before == null || before.endpoints != endpoints) {
            start();
        }
    }

    /**
     * Changes the limits to those of {@code next}, if that has the same endpoints; otherwise requests to this partner come only
     * from mashups that have begun, and its connections are closed as they become idle.
     *
     * @param next the partner of the same name in the configuration that follows; null if there is none
     */
    public void handOverTo(@Nullable Partner next) {
        if (next == null || next.endpoints != endpoints) {
            endpoints.retire();
        } else if (next != this) {
            setMaxConnections(next.settings.maxConnections());
            admission.limiter().setMaxQueued(next.limits.maxQueued());
        }
    }

    /** Connections to all its endpoints, at this moment. */
    public ConnectionCounts connections() {
        return endpoints().stream()
                .map(endpoint -> endpoint.connections().counts())
                .reduce(endpoints.countsOfRemoved(), ConnectionCounts::plus);
    }

    private boolean isMultiplexed() {
        Protocol spoken = protocol();
        return spoken != null && spoken.multiplexed();
    }

    /** The protocol of its connections; null until it is negotiated. */
    public @Nullable Protocol protocol() {
        for (Endpoint endpoint : endpoints()) {
            Protocol spoken = endpoint.connections().protocol();
            if (spoken != null) {
                return spoken;
            }
        }
        return null;
    }

    /** Permits at a time. */
    public int maxPermits() {
        return admission.limiter().limit();
    }

    /** The shares of clients in its permits. */
    public PermitShares permitShares() {
        return permitShares;
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
