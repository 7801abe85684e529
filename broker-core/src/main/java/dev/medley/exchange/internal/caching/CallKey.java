package dev.medley.exchange.internal.caching;

import dev.medley.connection.Header;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.thread.internal.ExecutionTarget;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The key by which requests in flight are equal: one call can serve them all. The time-out of an exchange as a whole is its own.
 *
 * @param target path and query
 * @param epoch of the target in the cache: a request that is made after an invalidation does not wait for one before it
 * @param fields the header fields, without those of the inbound request, such as its id
 * @param listenedTo the placement of the mashup if the exchange has a listener, which runs in the call's queue; else null
 */
record CallKey(
        String target,
        long epoch,
        List<Header> fields,
        boolean expectJson,
        @Nullable Set<Integer> accepted,
        long maxBody,
        Duration attemptTimeout,
        Duration idleTimeout,
        int retries,
        long hedgeNanos,
        @Nullable ExecutionTarget listenedTo) {

    static CallKey of(CallRequest callRequest, CacheQuery query) {
        ExchangeOptions options = callRequest.options();
        return new CallKey(
                callRequest.request().target(),
                query.epoch(),
                query.ownFields().stream().map(CallKey::inLowerCase).collect(Collectors.toUnmodifiableList()),
                options.expectJson(),
                options.accepted(),
                options.maxBody(),
                options.attemptTimeout(),
                options.idleTimeout(),
                options.retries(),
                options.hedgeNanos(),
                callRequest.listenedTo() ? callRequest.executionTarget() : null);
    }

    private static Header inLowerCase(Header field) {
        return new Header(field.name().toLowerCase(Locale.ROOT), field.value());
    }
}
