package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import dev.medley.partner.CacheStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditional requests that a stored response answers (RFC 9111, section 4.3.2). */
class ConditionsTest {

    private static final String FRESH = "Cache-Control: max-age=60;";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ETag: \"1\" | If-None-Match: \"1\" | true",
                "ETag: \"1\" | If-None-Match: \"2\" | false",
                "ETag: \"1\" | If-None-Match: \"2\", \"1\" | true",
                "ETag: \"1\" | If-None-Match: \"2\";If-None-Match: \"1\" | true",
                "ETag: \"1,2\" | If-None-Match: \"1,2\" | true",
                "ETag: \"2\" | If-None-Match: \"1,2\" | false",
                "ETag: \"1\" | If-None-Match: * | true",
                "X: y | If-None-Match: * | true",
                "X: y | If-None-Match: \"1\" | false",
                // The comparison is the weak one.
                "ETag: W/\"1\" | If-None-Match: \"1\" | true",
                "ETag: \"1\" | If-None-Match: W/\"1\" | true",
                // No entity tags.
                "ETag: \"1\" | If-None-Match: 1 | false",
                "ETag: 1 | If-None-Match: 1 | false",
                "ETag: \"1\" | If-None-Match: \"1 | false",
                "ETag: \"1\" | If-None-Match: , | false",
                // Dates, in each form.
                "Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | If-Modified-Since: Thu, 01 Jan 2026 10:00:00 GMT | true",
                "Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | If-Modified-Since: Thursday, 01-Jan-26 10:00:00 GMT | true",
                "Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | If-Modified-Since: Thu, 01 Jan 2026 10:00:01 GMT | true",
                "Last-Modified: Thu, 01 Jan 2026 10:00:01 GMT | If-Modified-Since: Thu, 01 Jan 2026 10:00:00 GMT | false",
                "Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | If-Modified-Since: lately | false",
                "Last-Modified: lately | If-Modified-Since: Thu, 01 Jan 2026 10:00:00 GMT | false",
                "Date: Thu, 01 Jan 2026 12:00:00 GMT | If-Modified-Since: Thu, 01 Jan 2026 12:00:00 GMT | true",
                "Date: Thu, 01 Jan 2026 12:00:00 GMT | If-Modified-Since: Thu, 01 Jan 2026 11:00:00 GMT | false",
                // Entity tags come first.
                "ETag: \"1\";Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | If-None-Match: \"2\";If-Modified-Since: Thu, 01 Jan 2026 10:00:00 GMT | false",
                "ETag: \"1\";Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | If-None-Match: \"1\";If-Modified-Since: Thu, 01 Jan 2026 09:00:00 GMT | true",
            })
    void aStoredResponseThatTheClientHasMeetsThem(String response, String request, boolean met) {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + response, "");
        assertThat(isMet(with, request)).isEqualTo(met);
    }

    @Test
    void onlyAResponseOf200MeetsThem() {
        CacheCase with = new CacheCase();
        with.offer(404, FRESH + "ETag: \"1\"", "");
        assertThat(isMet(with, "If-None-Match: \"1\"")).isFalse();
    }

    @Test
    void a304HasNoFieldThatDescribesABody() {
        CacheCase with = new CacheCase();
        with.offer(
                200, FRESH + "ETag: \"1\";Vary: X;Content-Location: /b;Content-Type: text/plain;Content-Length: 4", "");
        CachedHead head = with.lookup("").response().notModified(CacheStatus.HIT, with.clock.nanoTime());
        assertThat(head.status()).isEqualTo(304);
        assertThat(head.headers())
                .extracting(Header::name)
                .containsExactly("Cache-Control", "ETag", "Vary", "Content-Location", "Date", "Age", "Cache-Status");
    }

    private static boolean isMet(CacheCase with, String requestFields) {
        CacheRequest request = CacheCase.cacheRequest(CacheCase.TARGET, requestFields);
        Lookup found = with.cache.lookup(request);
        assertThat(found.use()).isEqualTo(Lookup.Use.HIT);
        return request.isMetBy(found.response(), with.clock.instant());
    }
}
