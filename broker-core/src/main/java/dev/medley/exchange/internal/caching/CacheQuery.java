package dev.medley.exchange.internal.caching;

import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.cache.CacheRequest;
import dev.medley.partner.internal.cache.Lookup;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.cache.StoredResponse;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request as the cache sees it, and what the cache has for it.
 *
 * @param request the request
 * @param ownFields its header fields without those of the inbound request, by which it is equal to others
 * @param compared the request with these fields only
 * @param epoch of its target, at the time of the look-up
 * @param found the result of the look-up
 */
record CacheQuery(CacheRequest request, List<Header> ownFields, CacheRequest compared, long epoch, Lookup found) {

    private static final byte[] NOTHING = {};

    /** Looks {@code callRequest} up; null if it is not cacheable. */
    static @Nullable CacheQuery of(CallRequest callRequest, ResponseCache cache) {
        CacheRequest request = callRequest.options().streamed() ? null : CacheRequest.of(callRequest.request());
        if (request == null) {
            return null;
        }
        // Before the look-up: what is invalidated after it is not stored again.
        long epoch = cache.epoch(request.target());
        List<Header> own = callRequest.ownFields();
        CacheRequest compared = own.size() == callRequest.request().headers().size()
                ? request
                : Objects.requireNonNull(CacheRequest.of(withFields(callRequest.request(), own)));
        return new CacheQuery(request, own, compared, epoch, cache.lookup(request));
    }

    /** The answer to the request by {@code stored}: 304 if the client has that already. */
    BufferedResponse answer(StoredResponse stored, CacheStatus status, Clock clock) {
        long now = clock.nanoTime();
        return request.isMetBy(stored, clock.instant())
                ? new BufferedResponse(stored.notModified(status, now), NOTHING)
                : new BufferedResponse(stored.head(status, now), stored.body());
    }

    /** This query with a later result. */
    CacheQuery found(Lookup later) {
        return new CacheQuery(request, ownFields, compared, epoch, later);
    }

    static DefaultOutboundRequest withFields(DefaultOutboundRequest request, List<Header> fields) {
        return new DefaultOutboundRequest(request.method(), request.target(), fields, request.body());
    }
}
