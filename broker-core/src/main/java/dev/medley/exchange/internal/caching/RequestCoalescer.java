package dev.medley.exchange.internal.caching;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.call.BrokerServices;
import dev.medley.exchange.internal.call.CacheUse;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.partner.internal.cache.CacheRequest;
import dev.medley.partner.internal.cache.CachedHead;
import dev.medley.partner.internal.cache.Lookup;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.cache.StoredResponse;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.thread.internal.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls of exchanges with a partner that has a cache: complete from the start, shared with an equal request in flight, or one
 * of its own that fills the cache. Thread-safe.
 */
public final class RequestCoalescer {

    private static final byte[] NOTHING = {};
    private static final int GATEWAY_TIMEOUT = 504;

    private final BrokerServices services;
    private final Partner partner;
    private final ResponseCache cache;
    /** Calls that further exchanges may join. */
    private final ConcurrentMap<CallKey, Call> joinable = new ConcurrentHashMap<>();

    /** Creates a coalescer of the requests to {@code partner}. */
    public RequestCoalescer(BrokerServices services, Partner partner, ResponseCache cache) {
        this.services = services;
        this.partner = partner;
        this.cache = cache;
    }

    ResponseCache cache() {
        return cache;
    }

    Clock clock() {
        return services.clock();
    }

    /** The call of an exchange that wants {@code callRequest}. */
    public Call call(CallRequest callRequest) {
        return call(callRequest, true);
    }

    /**
     * As above.
     *
     * @param shared whether it may wait for the call of another exchange
     */
    public Call call(CallRequest callRequest, boolean shared) {
        CacheQuery query = isForOthers(callRequest) ? CacheQuery.of(callRequest, cache) : null;
        if (query == null) {
            return newCall(callRequest, callRequest.request(), useBeside(callRequest));
        }
        Call complete = complete(callRequest, query);
        if (complete != null) {
            return complete;
        }
        CacheRequest request = query.request();
        boolean mayWait = shared && cache.coalesce() && request.isPlain();
        if (mayWait && !cache.isUnshared(request.target())) {
            return joined(callRequest, query);
        }
        cache.count(CacheEvent.MISS);
        return forwarded(callRequest, query, null);
    }

    /** The use of the cache by a request that it does not answer: an unsafe method, or a HEAD; null for others. */
    private @Nullable CacheUse useBeside(CallRequest callRequest) {
        if (!Invalidation.isSafe(callRequest.request())) {
            return new Invalidation(partner, cache);
        }
        return isForOthers(callRequest) ? HeadUpdate.of(callRequest.request(), cache, clock()) : null;
    }

    /**
     * Returns whether a response would be that of the target, where redirects are followed, decompressed as others are, and for any
     * caller.
     */
    private boolean isForOthers(CallRequest callRequest) {
        ExchangeOptions options = callRequest.options();
        RequestContext inbound = callRequest.requestContext();
        CredentialSource credentials = partner.credentials();
        return options.maxRedirects() == 0
                && options.decompress() == partner.settings().decompress()
                && (inbound == null || !inbound.isOfCaller())
                && (credentials == null || !credentials.isOfCaller());
    }

    /** A call that is complete from the start; null if the request has to go to the partner. */
    private @Nullable Call complete(CallRequest callRequest, CacheQuery query) {
        return switch (query.found().use()) {
            case HIT -> stored(callRequest, query, CacheEvent.HIT);
            case STALE -> {
                validate(callRequest, query);
                yield stored(callRequest, query, CacheEvent.STALE);
            }
            case REFUSED -> {
                CachedHead head = CachedHead.of(GATEWAY_TIMEOUT, query.found().status());
                yield Call.complete(services, partner, callRequest, new BufferedResponse(head, NOTHING));
            }
            case FORWARD -> null;
        };
    }

    private Call stored(CallRequest callRequest, CacheQuery query, CacheEvent event) {
        cache.count(event);
        Lookup found = query.found();
        return Call.complete(services, partner, callRequest, query.answer(found.response(), found.status(), clock()));
    }

    /** The call of an equal request, or one that equal requests may join. */
    private Call joined(CallRequest callRequest, CacheQuery query) {
        CallKey key = CallKey.of(callRequest, query);
        Call mine = forwarded(callRequest, query, key);
        Call chosen = joinable.compute(
                key, (k, other) -> other == null || other.state().isEnd() ? mine : other);
        // An equal call may have ended since the look-up: then this one is not started by who has made it, and must not
        // be by others.
        Lookup again = cache.lookup(query.request());
        if (again.use() == Lookup.Use.HIT) {
            forget(key, mine);
            return stored(callRequest, query.found(again), CacheEvent.HIT);
        }
        cache.count(chosen == mine ? CacheEvent.MISS : CacheEvent.COLLAPSED);
        return chosen;
    }

    /** A call that asks the partner: whether the stored response is still good, if there is one. */
    private Call forwarded(CallRequest callRequest, CacheQuery query, @Nullable CallKey key) {
        StoredResponse stored = query.found().stored();
        DefaultOutboundRequest conditional =
                stored == null ? null : conditional(callRequest.request(), query.request(), stored);
        DefaultOutboundRequest request = conditional == null ? callRequest.request() : conditional;
        return newCall(callRequest, request, new CachedGet(this, query, conditional != null, key));
    }

    private Call newCall(CallRequest callRequest, DefaultOutboundRequest request, @Nullable CacheUse use) {
        return new Call(services, partner, request, callRequest.options(), callRequest.requestContext(), use);
    }

    /** Has a stale response validated that answers an exchange, unless that is being done. */
    private void validate(CallRequest callRequest, CacheQuery query) {
        if (query.request().isConditional()) {
            // Whether the client has the response does not matter to the validation, which serves others as well.
            CallRequest whole = callRequest.with(
                    CacheQuery.withFields(callRequest.request(), query.request().unconditionalFields()));
            validate(whole, Objects.requireNonNull(CacheQuery.of(whole, cache)));
            return;
        }
        CallRequest unheard = new CallRequest(
                callRequest.request(),
                callRequest.options().ofAnyResponse(partner.settings()),
                callRequest.requestContext(),
                false);
        CallKey key = CallKey.of(unheard, query);
        Call call = forwarded(unheard, query, key);
        if (joinable.putIfAbsent(key, call) != null) {
            return;
        }
        // Another validation may have ended since the look-up.
        if (cache.lookup(query.request()).use() == Lookup.Use.HIT) {
            forget(key, call);
            return;
        }
        cache.count(CacheEvent.MISS);
        RequestContext cause = callRequest.requestContext();
        new DefaultExchange(call, cause == null ? null : cause.span()).start();
    }

    /** Lets no further exchange join {@code call}. */
    void forget(CallKey key, Call call) {
        joinable.remove(key, call);
    }

    /** The request with the validators of {@code stored}; null if it has none, or the head would be larger than the partner wants it. */
    private @Nullable DefaultOutboundRequest conditional(
            DefaultOutboundRequest request, CacheRequest asked, StoredResponse stored) {
        List<Header> conditions = stored.conditions();
        if (conditions.isEmpty()) {
            return null;
        }
        // Not the client's own conditions: they are checked against what is stored by then.
        List<Header> fields = new ArrayList<>(asked.unconditionalFields());
        fields.addAll(conditions);
        DefaultOutboundRequest conditional = CacheQuery.withFields(request, fields);
        return conditional.headLength() > partner.maxRequestHead() ? null : conditional;
    }
}
