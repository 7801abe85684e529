package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.partner.CacheSettings;
import dev.medley.partner.CacheStatus;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which responses are stored (RFC 9111, section 3). */
class StorageTest {

    private static final String FRESH = "Cache-Control: max-age=60";

    @Test
    void aResponseThatVariesByAbsurdlyManyFieldsIsNotStored() {
        String few = IntStream.range(0, 32).mapToObj(i -> "x" + i).collect(Collectors.joining(", "));
        assertThat(new CacheCase().offer(200, FRESH + ";Vary: " + few, "")).isTrue();
        assertThat(new CacheCase().offer(200, FRESH + ";Vary: " + few + ", more", ""))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "200 | Cache-Control: max-age=60 | - | true",
                "200 | Cache-Control: s-maxage=60 | - | true",
                "200 | Expires: Thu, 01 Jan 2026 12:00:30 GMT | - | true",
                "200 | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT | - | true",
                // Without any freshness, it is of use only by its validator.
                "200 | ETag: \"1\" | - | true",
                "200 | Cache-Control: max-age=0 | - | false",
                "200 | Cache-Control: max-age=0;ETag: \"1\" | - | true",
                "200 | Cache-Control: max-age=0, stale-if-error=60 | - | true",
                "200 | Cache-Control: max-age=0, stale-while-revalidate=60 | - | true",
                "200 | Cache-Control: max-age=0, stale-if-error=60, must-revalidate | - | false",
                "200 | Content-Type: text/plain | - | false",
                "200 | Cache-Control: public | - | false",
                "200 | Cache-Control: public;ETag: \"1\" | - | true",
                // Private.
                "200 | Cache-Control: max-age=60, no-store | - | false",
                "200 | Cache-Control: max-age=60;Cache-Control: no-store | - | false",
                "200 | Cache-Control: max-age=60, private | - | false",
                "200 | Cache-Control: max-age=60, private=\"x\" | - | false",
                "200 | Cache-Control: max-age=60, PRIVATE | - | false",
                "200 | Cache-Control: public, max-age=60;Set-Cookie: a=b | - | false",
                "200 | Cache-Control: max-age=60;Vary: * | - | false",
                "200 | Cache-Control: max-age=60;Vary: Accept, * | - | false",
                // To be validated each time.
                "200 | Cache-Control: max-age=60, no-cache;ETag: \"1\" | - | true",
                // Credentials (section 3.5), cookies alike.
                "200 | Cache-Control: max-age=60 | Authorization: Basic eA== | false",
                "200 | Cache-Control: max-age=60, public | Authorization: Basic eA== | true",
                "200 | Cache-Control: s-maxage=60 | Authorization: Basic eA== | true",
                "200 | Cache-Control: max-age=60, must-revalidate | Authorization: Basic eA== | true",
                "200 | Cache-Control: max-age=60, proxy-revalidate | Authorization: Basic eA== | false",
                "200 | Cache-Control: max-age=60, private, public | Authorization: Basic eA== | false",
                "200 | Cache-Control: max-age=60 | Cookie: a=b | false",
                "200 | Cache-Control: max-age=60, public | Cookie: a=b | true",
                // The request.
                "200 | Cache-Control: max-age=60 | Cache-Control: no-store | false",
                "200 | Cache-Control: max-age=60 | Cache-Control: no-cache | true",
                "200 | Cache-Control: max-age=60 | Range: bytes=0-1 | false",
                "200 | Cache-Control: max-age=60 | If-Match: \"1\" | false",
                // What a client has already is no matter: the response to it is whole.
                "200 | Cache-Control: max-age=60 | If-None-Match: \"1\" | true",
                // Statuses: nearly all, if the response says for how long.
                "206 | Cache-Control: max-age=60 | - | false",
                "304 | Cache-Control: max-age=60 | - | false",
                "429 | Cache-Control: max-age=60 | - | false",
                "418 | Cache-Control: max-age=60 | - | true",
                "299 | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT | - | false",
                // Only those that are understood, if the response asks for that; no-store is for those who do not
                // (section 5.2.2.3).
                "418 | Cache-Control: max-age=60, must-understand | - | false",
                "200 | Cache-Control: max-age=60, must-understand, no-store | - | true",
                "418 | Cache-Control: max-age=60, must-understand, no-store | - | false",
                "200 | Cache-Control: max-age=60, must-understand, private | - | false",
                "404 | Cache-Control: max-age=60 | - | true",
                "302 | Cache-Control: max-age=60 | - | true",
                "503 | Cache-Control: max-age=60 | - | true",
                "404 | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT | - | true",
                "302 | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT | - | false",
                "302 | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT;Cache-Control: public | - | true",
                "503 | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT | - | false",
            })
    void aResponseIsStoredIfItMayBeAndIsOfUse(int status, String response, String request, boolean stored) {
        assertThat(new CacheCase().offer(status, response, request == null ? "" : request))
                .isEqualTo(stored);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "QUERY"})
    void onlyGetTakesPart(String method) {
        assertThat(CacheRequest.of(new DefaultOutboundRequest(method, "/a", List.of(), null)))
                .isNull();
    }

    @Test
    void aGetWithABodyTakesNoPart() {
        RequestBody body = RequestBody.of("text/plain", new byte[] {'x'});
        assertThat(CacheRequest.of(new DefaultOutboundRequest("GET", "/a", List.of(), body)))
                .isNull();
    }

    @Test
    void aBodyBeyondTheLargestIsNotStoredAndTakesThePlaceOfTheOneBefore() {
        CacheCase with = new CacheCase(CacheSettings.builder()
                .enabled(true)
                .maxBytes(1 << 20)
                .maxBody(4)
                .build());
        assertThat(with.offer(200, FRESH, "")).isTrue();
        assertThat(with.offer(CacheCase.TARGET, 200, FRESH, "", "bodies")).isFalse();
        assertThat(with.lookup("").use()).isEqualTo(Lookup.Use.FORWARD);
        assertThat(with.cache.targets()).isZero();
    }

    @Test
    void fieldsOfTheConnectionAreNotStored() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";Connection: X-Hop, close;X-Hop: 1;Keep-Alive: 5;Age: 7;X-Kept: 2", "");
        CachedHead head = with.lookup("").response().head(CacheStatus.HIT, with.clock.nanoTime());
        assertThat(head.headers())
                .extracting("name")
                .containsExactlyInAnyOrder("Cache-Control", "X-Kept", "Date", "Age", "Cache-Status");
        assertThat(head.header("age")).isEqualTo("7");
        assertThat(head.header("date")).isEqualTo("Thu, 01 Jan 2026 12:00:00 GMT");
    }

    @Test
    void theCachesOnTheWayAreNamedBefore() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";Cache-Status: Origin;Cache-Status: Edge", "");
        CachedHead head = with.lookup("").response().head(CacheStatus.HIT, with.clock.nanoTime());
        assertThat(head.header("Cache-Status")).isEqualTo("Origin, Edge, medley; hit; ttl=60");
    }

    @Test
    void memoryIsBoundedAndEvictionsAreCounted() {
        long bytes = 1 << 20;
        CacheCase with = new CacheCase(CacheSettings.builder()
                .enabled(true)
                .maxBytes(bytes)
                .maxBody(bytes)
                .build());
        String body = "x".repeat(10_000);
        for (int i = 0; i < 1_000; i++) {
            with.offer("/" + i, 200, FRESH, "", body);
        }
        assertThat(with.cache.bytes()).isBetween(bytes / 2, bytes);
        assertThat(with.cache.targets()).isBetween(50L, 105L);
        assertThat(with.cache.evictions()).isEqualTo(1_000 - with.cache.targets());
    }

    @Test
    void theVariantsOfOneTargetAreBounded() {
        CacheCase with = new CacheCase();
        for (int i = 0; i < 100; i++) {
            with.offer(CacheCase.TARGET, 200, FRESH + ";Vary: User", "User: " + i, "body " + i);
        }
        assertThat(with.lookup("User: 0").use()).isEqualTo(Lookup.Use.FORWARD);
        assertThat(with.bodyOf(with.lookup("User: 99"))).isEqualTo("body 99");
        assertThat(with.cache.invalidate(CacheCase.TARGET)).isEqualTo(64);
    }
}
