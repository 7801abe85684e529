package dev.medley.exchange.internal;

import dev.medley.account.internal.HeldBytes;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.SharedBounds;
import dev.medley.connection.internal.connector.SocketConnector;
import dev.medley.connection.internal.pool.ConnectionManager;
import dev.medley.exchange.Broker;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.UnknownPartnerException;
import dev.medley.exchange.internal.caching.RequestCoalescer;
import dev.medley.exchange.internal.call.BrokerServices;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.PartnerParts;
import dev.medley.partner.internal.PartnerReferences;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.partner.internal.routing.Canary;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.compute.Computations;
import dev.medley.thread.internal.ledger.ThreadLedger;
import dev.medley.trace.internal.Tracing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client side of Medley, which carries exchanges out: connection manager, partners, the pool shared with the server,
 * the ledger of its threads (paper, figure 2). Thread-safe.
 */
public final class DefaultBroker implements Broker {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultBroker.class);
    private static final int CLOSE_SECONDS = 5;

    private final BrokerServices services;
    private final boolean ownsPool;
    private final ConnectionManager connections;
    private final Map<String, Partner> partners;
    private final List<String> partnerNames;
    private final Map<Partner, ExchangeOptions> lastOptions = new ConcurrentHashMap<>();
    private final Map<ResponseCache, RequestCoalescer> cachedCalls = new ConcurrentHashMap<>();
    private volatile boolean started;

    DefaultBroker(DefaultBrokerBuilder builder) {
        BrokerPool given = builder.pool;
        ownsPool = given == null;
        BrokerPool pool = given == null ? new BrokerPool(BrokerPool.DEFAULT_THREADS, false) : given;
        Clock clock = builder.clock == null ? pool.clock() : builder.clock;
        services = new BrokerServices(pool, clock, builder.maxHeldBytes, builder.tracing);
        connections = new ConnectionManager(
                new SocketConnector(
                        pool,
                        clock,
                        bounds(
                                builder.partners.stream()
                                        .map(DefaultBrokerBuilder.Specified::settings)
                                        .toList(),
                                builder.tracing),
                        builder.names),
                clock,
                pool);
        Map<String, Partner> named = new LinkedHashMap<>();
        for (DefaultBrokerBuilder.Specified specified : builder.partners) {
            Partner partner = new Partner(specified.settings(), specified.parts(clock), connections, clock, pool);
            if (named.put(partner.name(), partner) != null) {
                throw configuredTwice(partner);
            }
        }
        partners = Collections.unmodifiableMap(named);
        partnerNames = List.copyOf(named.keySet());
        checkReferences(builder.partners.stream()
                .map(DefaultBrokerBuilder.Specified::settings)
                .toList());
    }

    private static void checkReferences(Collection<PartnerSettings> partners) {
        PartnerReferences.check(partners, (partner, key, problem) -> {
            throw new IllegalArgumentException("partner %s: %s: %s".formatted(partner.name(), key, problem));
        });
    }

    /** A broker with other partners than {@code other}, which shares all else with it. */
    private DefaultBroker(DefaultBroker other, Map<String, Partner> partners) {
        ownsPool = other.ownsPool;
        services = other.services;
        connections = other.connections;
        started = other.started;
        this.partners = Collections.unmodifiableMap(partners);
        partnerNames = List.copyOf(partners.keySet());
    }

    private static IllegalArgumentException configuredTwice(Partner partner) {
        return new IllegalArgumentException("partner " + partner.name() + " is configured twice");
    }

    private static SharedBounds bounds(Collection<PartnerSettings> partners, @Nullable Tracing tracing) {
        long connectTimeoutMillis = 1;
        int maxRequestHead = DefaultOutboundRequest.DEFAULT_MAX_HEAD;
        int maxResponseHead = ResponseLimits.DEFAULT.maxHead();
        for (PartnerSettings each : partners) {
            connectTimeoutMillis =
                    Math.max(connectTimeoutMillis, each.connectTimeout().toMillis());
            maxRequestHead =
                    Math.max(maxRequestHead, each.limits().maxRequestHead() + CredentialSource.maxLength(each.auth()));
            maxResponseHead = Math.max(maxResponseHead, each.limits().maxResponseHead());
        }
        int traceFields = tracing == null ? 0 : Tracing.MAX_FIELDS;
        return new SharedBounds(connectTimeoutMillis, maxRequestHead + traceFields, maxResponseHead);
    }

    /** What begins spans; null if there are none. */
    public @Nullable Tracing tracing() {
        return services.tracing();
    }

    /** Begins a broker. */
    public static DefaultBrokerBuilder builder() {
        return new DefaultBrokerBuilder();
    }

    /**
     * Starts the broker, and its pool if that is its own.
     *
     * @throws IllegalStateException if it does not start
     */
    public DefaultBroker start() {
        if (ownsPool) {
            services.pool().start();
        }
        connections.start();
        partners.values().forEach(DefaultBroker::warnIfUnverified);
        fetchTokens(partners.values());
        partners.values().forEach(Partner::start);
        started = true;
        return this;
    }

    /** The issuers of this broker give the tokens of partners from now on. */
    private void fetchTokens(Collection<Partner> of) {
        IssuerExchange fetch = new IssuerExchange(this);
        for (Partner partner : of) {
            CredentialSource credentials = partner.credentials();
            if (credentials != null) {
                credentials.fetchBy(fetch);
            }
        }
    }

    private static void warnIfUnverified(Partner partner) {
        if (partner.address().secure() && !partner.settings().tls().verify()) {
            LOG.warn(
                    "partner {}: tls.verify is false: its certificate is not verified, and any host on the path can"
                            + " read and change the traffic",
                    partner.name());
        }
    }

    /**
     * Closes all connections, which ends all exchanges, and waits for that for a while; stops the pool if it is the
     * broker's own. Not to be called by a thread of the pool.
     *
     * @throws IllegalStateException if the connections or the pool do not close; the pool is closed even if the
     *     connections do not
     */
    @Override
    public void close() {
        partners.values().forEach(Partner::stop);
        try {
            services.computations().close();
            connections.close();
        } finally {
            int left = services.inFlight().awaitNone(CLOSE_SECONDS);
            if (left > 0) {
                LOG.warn("{} exchanges have not ended within {} s after the broker was closed", left, CLOSE_SECONDS);
            }
            if (ownsPool) {
                services.pool().close();
            }
        }
    }

    // ---- Reloads. -----------------------------------------------------------------------------------------------

    /**
     * Returns a broker with the partners of {@code settings}, for the mashups that begin once it is used. It shares all else with
     * this one, which has been started and goes on with its own partners, for the mashups that have begun. A partner is the same
     * in both if its settings are equal and its files have the same content. Reads the files of the settings. By one thread at a
     * time.
     *
     * @throws IllegalArgumentException if a file cannot be used, naming the partner and the file; then nothing has changed
     */
    public DefaultBroker withPartners(Collection<PartnerSettings> settings) {
        checkReferences(settings);
        Map<String, Partner> next = new LinkedHashMap<>();
        List<Partner> created = new ArrayList<>();
        try {
            for (PartnerSettings each : settings) {
                Partner before = partners.get(each.name());
                Partner partner = before == null ? null : before.with(each);
                if (partner == null) {
                    partner = new Partner(each, PartnerParts.of(each, clock()), connections, clock(), pool());
                    created.add(partner);
                }
                if (next.put(each.name(), partner) != null) {
                    throw configuredTwice(partner);
                }
            }
        } catch (IllegalArgumentException x) {
            created.forEach(partner -> partner.handOverTo(null));
            throw x;
        }
        connections.raise(bounds(settings, services.tracing()));
        DefaultBroker made = new DefaultBroker(this, next);
        // The others keep the issuers of this one until the new one is used.
        made.fetchTokens(created);
        return made;
    }

    /**
     * Brings {@code next}, which {@link #withPartners} has made of this one and which is used from now on, into effect: changes
     * limits, and closes connections to partners that it does not have as they become idle.
     */
    public void handOverTo(DefaultBroker next, long maxHeldBytes) {
        services.heldBytes().limit(maxHeldBytes);
        next.fetchTokens(next.partners.values());
        next.partners.forEach((name, partner) -> {
            Partner before = partners.get(name);
            if (partner != before) {
                warnIfUnverified(partner);
                partner.startAfter(before);
            }
        });
        partners.forEach((name, partner) -> partner.handOverTo(next.partners.get(name)));
    }

    /** Gives up this broker, which {@link #withPartners} has made of {@code kept}, and whose partners were never started. */
    public void discardedFor(DefaultBroker kept) {
        partners.forEach((name, partner) -> partner.handOverTo(kept.partners.get(name)));
    }

    // ---- Exchanges. ---------------------------------------------------------------------------------------------

    @Override
    public DefaultExchangeBuilder exchange(String partner) {
        return begun(partner, null);
    }

    /**
     * As {@link #exchange(String)}, for an owner that knows the exchange before its first event and
     * {@linkplain DefaultExchange#release() releases} its response when that is no longer needed.
     *
     * @param owner called with the exchange just before it starts
     */
    public DefaultExchangeBuilder exchange(String partner, ExchangeOwner owner) {
        return begun(partner, owner);
    }

    /** An exchange with the partner of that name or, if it has one, with its canary. */
    private DefaultExchangeBuilder begun(String name, @Nullable ExchangeOwner owner) {
        Partner partner = partner(name);
        Canary canary = partner.canary();
        return canary != null && canary.takes(owner == null ? null : owner.sender())
                ? new DefaultExchangeBuilder(this, partner(canary.partner()), owner).label(name)
                : new DefaultExchangeBuilder(this, partner, owner);
    }

    /**
     * The partner of that name.
     *
     * @throws UnknownPartnerException if there is none, the message names the existing ones
     */
    public Partner partner(String name) {
        Partner partner = partners.get(name);
        if (partner == null) {
            throw new UnknownPartnerException(name, partners.keySet());
        }
        return partner;
    }

    /** All partners, in the order of the configuration. */
    public Collection<Partner> partners() {
        return partners.values();
    }

    @Override
    public List<String> partnerNames() {
        return partnerNames;
    }

    /** The pool that server, client and mashups share. */
    public BrokerPool pool() {
        return services.pool();
    }

    /** The ledger of the pool's threads. */
    public ThreadLedger ledger() {
        return services.ledger();
    }

    /** The computations of mashups. */
    public Computations computations() {
        return services.computations();
    }

    /** The broker's clock and scheduler. */
    public Clock clock() {
        return services.clock();
    }

    @Override
    public void onExchangeEnded(Consumer<? super Exchange> observer) {
        services.observeEnds(observer);
    }

    /** As {@link #onExchangeEnded}, for observers within Medley. */
    public void observeEnds(Consumer<? super DefaultExchange> observer) {
        services.observeEnds(observer);
    }

    /**
     * Registers {@code observer} for each exchange whose end has had its effects: its listener and the dependents of its stage
     * have returned, those excepted that were added as asynchronous. Called by the thread that called the observers of the end,
     * after these. The same holds as for {@link #onExchangeEnded}.
     */
    public void onExchangeSettled(Consumer<? super DefaultExchange> observer) {
        services.observeSettled(observer);
    }

    @Override
    public int exchangesInFlight() {
        return services.inFlight().count();
    }

    /** The options of the last exchange with {@code partner}; null if there was none. */
    @Nullable
    ExchangeOptions lastOptions(Partner partner) {
        return lastOptions.get(partner);
    }

    void lastOptions(Partner partner, ExchangeOptions options) {
        lastOptions.put(partner, options);
    }

    /** The calls to {@code partner} that use its cache; null if it has none. */
    @Nullable
    RequestCoalescer cachedCalls(Partner partner) {
        ResponseCache cache = partner.cache();
        return cache == null
                ? null
                : cachedCalls.computeIfAbsent(cache, of -> new RequestCoalescer(services, partner, of));
    }

    @Override
    public long heldBodyBytes() {
        return services.heldBytes().used();
    }

    /** Returns the budget of bytes that are held for clients, as bodies and otherwise. */
    public HeldBytes heldBytes() {
        return services.heldBytes();
    }

    /** What its exchanges share with those of the brokers that a reload makes of it. */
    public BrokerServices services() {
        return services;
    }

    boolean started() {
        return started;
    }
}
