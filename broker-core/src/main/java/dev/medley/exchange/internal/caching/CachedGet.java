package dev.medley.exchange.internal.caching;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.call.Attempt;
import dev.medley.exchange.internal.call.CacheUse;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.cache.Arrival;
import dev.medley.partner.internal.cache.CacheEvent;
import dev.medley.partner.internal.cache.CacheRequest;
import dev.medley.partner.internal.cache.CachedHead;
import dev.medley.partner.internal.cache.ResponseCache;
import dev.medley.partner.internal.cache.StoredResponse;
import dev.medley.thread.internal.Clock;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The use of the cache by a GET that has gone to the partner: its response is stored, or freshens the one that is; a stored
 * response takes the place of a failure; a response that others may not have closes the call to them.
 */
final class CachedGet implements CacheUse {

    private static final int NOT_MODIFIED = 304;

    /** Statuses that count as failures (RFC 5861, section 4). */
    private static final Set<Integer> ERRORS = Set.of(500, 502, 503, 504);

    /** Reasons that count as failures: the partner, the way to it, or its limits. */
    private static final Set<Reason> FAILURES = EnumSet.of(
            Reason.NO_CAPACITY,
            Reason.NO_ENDPOINT,
            Reason.NO_CREDENTIAL,
            Reason.CONNECT_FAILED,
            Reason.CONNECT_TIMEOUT,
            Reason.TLS_HANDSHAKE_FAILED,
            Reason.CONNECTION_FAILED,
            Reason.TIMEOUT,
            Reason.ATTEMPT_TIMEOUT,
            Reason.IDLE_TIMEOUT);

    private final RequestCoalescer calls;
    private final CacheQuery query;
    private final boolean validating;
    private final @Nullable CallKey key;
    private @Nullable StoredResponse storable;
    /** The answer by a stored response in place of the one that has arrived. */
    private @Nullable BufferedResponse instead;

    private @Nullable CachedHead head;
    private boolean closed;

    /**
     * Creates the use by one call.
     *
     * @param validating whether the request has the validators of the stored response
     * @param key by which other exchanges may join the call, or null
     */
    CachedGet(RequestCoalescer calls, CacheQuery query, boolean validating, @Nullable CallKey key) {
        this.calls = calls;
        this.query = query;
        this.validating = validating;
        this.key = key;
    }

    @Override
    public void headArrived(Call call, Attempt attempt, ResponseHead received) {
        ResponseCache cache = calls.cache();
        Clock clock = calls.clock();
        Arrival arrival = new Arrival(attempt.sendingSinceNanos(), clock.nanoTime(), clock.instant());
        CacheRequest request = query.request();
        StoredResponse stored = query.found().stored();
        CacheStatus status = query.found().status();
        boolean forAll = true;
        if (stored != null && validating && received.status() == NOT_MODIFIED) {
            cache.count(CacheEvent.VALIDATED);
            StoredResponse freshened = cache.freshen(request, stored, received, arrival, query.epoch());
            answerBy(freshened, status.answeredBy(received.status()));
            forAll = cache.isShareable(freshened, query.compared());
        } else if (stored != null && ERRORS.contains(received.status()) && isUsableInPlaceOfFailure(stored)) {
            cache.count(CacheEvent.STALE_IF_ERROR);
            answerBy(stored, status.answeredBy(received.status()).inPlaceOfFailure());
        } else {
            storable = cache.storable(request, received, arrival);
            head = CachedHead.of(received, status);
            forAll = storable == null
                    ? ResponseCache.isFailureOfAll(received)
                    : cache.isShareable(storable, query.compared());
        }
        close(call, forAll);
    }

    /** Closes the call to others, unless the response is for all. */
    private void close(Call call, boolean forAll) {
        closed = key != null && !forAll;
        if (closed) {
            calls.cache().markUnshared(query.request().target());
            ended(call);
        }
    }

    private void answerBy(StoredResponse stored, CacheStatus status) {
        instead = query.answer(stored, status, calls.clock());
    }

    @Override
    public @Nullable ResponseHead head() {
        BufferedResponse other = instead;
        return other == null ? head : other.head();
    }

    @Override
    public BufferedResponse completed(BufferedResponse arrived) {
        BufferedResponse other = instead;
        if (other != null) {
            return other;
        }
        CachedHead shown = head;
        if (shown == null) {
            return arrived;
        }
        StoredResponse kept = storable == null ? null : storable.withBody(arrived.checkedBody());
        if (kept == null || !calls.cache().store(query.request(), kept, query.epoch())) {
            return arrived.head(shown);
        }
        long ttl = kept.ttlSeconds(calls.clock().nanoTime());
        return new BufferedResponse(shown.with(shown.cacheStatus().inStore(ttl)), kept.body());
    }

    @Override
    public @Nullable BufferedResponse staleOnError(Reason reason) {
        StoredResponse stored = query.found().stored();
        if (stored == null || !FAILURES.contains(reason) || !isUsableInPlaceOfFailure(stored)) {
            return null;
        }
        calls.cache().count(CacheEvent.STALE_IF_ERROR);
        CacheStatus status = query.found().status().inPlaceOfFailure();
        return query.answer(stored, status, calls.clock());
    }

    /** One that has been invalidated since the look-up must be validated first (RFC 9111, section 4.4). */
    private boolean isUsableInPlaceOfFailure(StoredResponse stored) {
        ResponseCache cache = calls.cache();
        return cache.epoch(query.request().target()) == query.epoch()
                && cache.isUsableInPlaceOfFailure(stored, query.request());
    }

    // ---- Sharing. -----------------------------------------------------------------------------------------------

    @Override
    public boolean isJoinable() {
        return key != null;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public Call another(Call left, DefaultExchange exchange) {
        if (closed) {
            calls.cache().count(CacheEvent.NOT_SHARED);
        }
        return calls.call(exchange.callRequest(), !closed);
    }

    @Override
    public void ended(Call call) {
        if (key != null) {
            calls.forget(key, call);
        }
    }
}
