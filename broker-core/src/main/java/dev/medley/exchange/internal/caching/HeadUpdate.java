package dev.medley.exchange.internal.caching;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.call.Attempt;
import dev.medley.exchange.internal.call.CacheUse;
import dev.medley.exchange.internal.call.Call;
import dev.medley.partner.internal.cache.Arrival;
import dev.medley.partner.internal.cache.CacheRequest;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.cache.StoredResponse;
import dev.medley.thread.internal.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The use of the cache by a HEAD: a 200 freshens the stored response to the GET, or removes it if it describes another one (RFC 9111,
 * section 4.3.5).
 */
final class HeadUpdate implements CacheUse {

    private static final int OK = 200;

    private final ResponseCache cache;
    private final Clock clock;
    private final CacheRequest request;
    private final long epoch;
    private final StoredResponse stored;

    private HeadUpdate(ResponseCache cache, Clock clock, CacheRequest request, long epoch, StoredResponse stored) {
        this.cache = cache;
        this.clock = clock;
        this.request = request;
        this.epoch = epoch;
        this.stored = stored;
    }

    /** The use by {@code request}; null if it is no HEAD, or there is no stored response that it could describe. */
    static @Nullable HeadUpdate of(DefaultOutboundRequest request, ResponseCache cache, Clock clock) {
        CacheRequest described = CacheRequest.ofHead(request);
        if (described == null) {
            return null;
        }
        // Before the look-up: what is invalidated after it is not stored again.
        long epoch = cache.epoch(described.target());
        StoredResponse stored = cache.lookup(described).stored();
        return stored == null ? null : new HeadUpdate(cache, clock, described, epoch, stored);
    }

    @Override
    public void headArrived(Call call, Attempt attempt, ResponseHead head) {
        if (head.status() == OK) {
            Arrival arrival = new Arrival(attempt.sendingSinceNanos(), clock.nanoTime(), clock.instant());
            cache.freshenByHead(request, stored, head, arrival, epoch);
        }
    }
}
