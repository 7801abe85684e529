package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.partner.CacheSettings;
import dev.medley.thread.internal.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cache on a clock that the test moves, and the two steps of nearly all cases: a response is stored, a request looks for it. */
final class CacheCase {

    static final String TARGET = "/a";
    private static final CacheSettings SETTINGS = CacheSettings.builder()
            .enabled(true)
            .heuristicFreshness(Duration.ofHours(1))
            .build();

    final ManualClock clock = ManualClock.inline();
    final ResponseCache cache;

    CacheCase() {
        this(SETTINGS);
    }

    CacheCase(CacheSettings settings) {
        cache = new ResponseCache(settings, clock);
    }

    /** Offers a response to a request with these fields, separated by semicolons; returns whether it is stored. */
    boolean offer(int status, String responseFields, String requestFields) {
        return offer(TARGET, status, responseFields, requestFields, "body");
    }

    boolean offer(String target, int status, String responseFields, String requestFields, String body) {
        CacheRequest request = CacheRequest.of(request(target, requestFields));
        if (request == null) {
            return false;
        }
        long epoch = cache.epoch(target);
        StoredResponse storable = cache.storable(request, head(status, responseFields), now());
        return storable != null
                && cache.store(
                        request, storable.withBody(new CheckedBody(body.getBytes(StandardCharsets.UTF_8))), epoch);
    }

    Lookup lookup(String requestFields) {
        return lookup(TARGET, requestFields);
    }

    Lookup lookup(String target, String requestFields) {
        return cache.lookup(cacheRequest(target, requestFields));
    }

    String bodyOf(Lookup found) {
        return new String(found.response().body().bytes(), StandardCharsets.UTF_8);
    }

    void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    Arrival now() {
        return new Arrival(clock.nanoTime(), clock.nanoTime(), clock.instant());
    }

    static CacheRequest cacheRequest(String target, String fields) {
        return Objects.requireNonNull(CacheRequest.of(request(target, fields)));
    }

    static DefaultOutboundRequest request(String target, String fields) {
        return new DefaultOutboundRequest("GET", target, fields(fields), null);
    }

    static List<Header> fields(@Nullable String lines) {
        return lines == null || lines.isBlank() ? List.of() : FreshnessTest.fields(lines);
    }

    static ResponseHead head(int status, String lines) {
        return new Head(status, fields(lines));
    }

    private record Head(int status, List<Header> headers) implements ResponseHead {

        @Override
        public @Nullable String header(String name) {
            return Fields.values(headers, name).stream().findFirst().orElse(null);
        }

        @Override
        public long contentLength() {
            return -1;
        }
    }
}
