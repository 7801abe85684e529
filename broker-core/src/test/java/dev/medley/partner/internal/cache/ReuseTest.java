package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.CacheSettings;
import dev.medley.partner.Forward;
import dev.medley.partner.internal.cache.Lookup.Use;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stored response is used for (RFC 9111, section 4; RFC 5861). */
class ReuseTest {

    private static final String FRESH = "Cache-Control: max-age=60";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // Fresh while its age is less than its lifetime.
                "Cache-Control: max-age=60 | 0 | - | HIT | -",
                "Cache-Control: max-age=60 | 59 | - | HIT | -",
                "Cache-Control: max-age=60 | 60 | - | FORWARD | STALE",
                "Cache-Control: max-age=60;Age: 30 | 29 | - | HIT | -",
                "Cache-Control: max-age=60;Age: 30 | 30 | - | FORWARD | STALE",
                "Cache-Control: max-age=60;Date: Thu, 01 Jan 2026 11:59:50 GMT | 50 | - | FORWARD | STALE",
                // Demands of the request on age and lifetime.
                "Cache-Control: max-age=60 | 10 | Cache-Control: max-age=10 | HIT | -",
                "Cache-Control: max-age=60 | 11 | Cache-Control: max-age=10 | FORWARD | REQUEST",
                "Cache-Control: max-age=60 | 0 | Cache-Control: max-age=0 | HIT | -",
                "Cache-Control: max-age=60 | 1 | Cache-Control: max-age=0 | FORWARD | REQUEST",
                "Cache-Control: max-age=60 | 10 | Cache-Control: max-age=x | FORWARD | REQUEST",
                "Cache-Control: max-age=60 | 40 | Cache-Control: min-fresh=20 | HIT | -",
                "Cache-Control: max-age=60 | 41 | Cache-Control: min-fresh=20 | FORWARD | REQUEST",
                "Cache-Control: max-age=60 | 0 | Cache-Control: no-cache | FORWARD | REQUEST",
                "Cache-Control: max-age=60 | 0 | Pragma: no-cache | FORWARD | REQUEST",
                "Cache-Control: max-age=60 | 0 | Pragma: no-cache;Cache-Control: max-age=60 | HIT | -",
                // Stale, if the request accepts it and the response does not forbid it.
                "Cache-Control: max-age=60 | 70 | Cache-Control: max-stale | HIT | -",
                "Cache-Control: max-age=60 | 70 | Cache-Control: max-stale=10 | HIT | -",
                "Cache-Control: max-age=60 | 71 | Cache-Control: max-stale=10 | FORWARD | STALE",
                "Cache-Control: max-age=60 | 70 | Cache-Control: max-stale=100, max-age=30 | FORWARD | STALE",
                "Cache-Control: max-age=60, must-revalidate | 70 | Cache-Control: max-stale | FORWARD | STALE",
                "Cache-Control: max-age=60, proxy-revalidate | 70 | Cache-Control: max-stale | FORWARD | STALE",
                "Cache-Control: s-maxage=60 | 70 | Cache-Control: max-stale | FORWARD | STALE",
                "Cache-Control: max-age=60, no-cache;ETag: x | 0 | - | FORWARD | STALE",
                "Cache-Control: max-age=60, no-cache;ETag: x | 0 | Cache-Control: max-stale | FORWARD | STALE",
                // Stale while it is validated.
                "Cache-Control: max-age=60, stale-while-revalidate=10 | 60 | - | STALE | -",
                "Cache-Control: max-age=60, stale-while-revalidate=10 | 69 | - | STALE | -",
                "Cache-Control: max-age=60, stale-while-revalidate=10 | 70 | - | FORWARD | STALE",
                "Cache-Control: max-age=60, stale-while-revalidate=x;ETag: x | 60 | - | FORWARD | STALE",
                "Cache-Control: max-age=60, stale-while-revalidate=10 | 65 | Cache-Control: max-age=60 | FORWARD | STALE",
                "Cache-Control: max-age=60, stale-while-revalidate=10 | 65 | Cache-Control: no-cache | FORWARD | REQUEST",
                "Cache-Control: s-maxage=60, stale-while-revalidate=10 | 65 | - | STALE | -",
                "Cache-Control: max-age=60, stale-while-revalidate=10, must-revalidate | 65 | - | FORWARD | STALE",
                // Only from the cache.
                "Cache-Control: max-age=60 | 0 | Cache-Control: only-if-cached | HIT | -",
                "Cache-Control: max-age=60 | 60 | Cache-Control: only-if-cached | REFUSED | STALE",
                "Cache-Control: max-age=60 | 70 | Cache-Control: only-if-cached, max-stale | HIT | -",
                // Credentials: only what is for all.
                "Cache-Control: max-age=60 | 0 | Authorization: Basic eA== | FORWARD | MISS",
                "Cache-Control: max-age=60 | 0 | Cookie: a=b | FORWARD | MISS",
                "Cache-Control: max-age=60, public | 0 | Authorization: Basic eA== | HIT | -",
                "Cache-Control: s-maxage=60 | 0 | Cookie: a=b | HIT | -",
                "Cache-Control: max-age=60, public, must-revalidate | 0 | Cookie: a=b | HIT | -",
            })
    void aStoredResponseIsUsedAsItAndTheRequestAllow(
            String response, long seconds, String request, Use use, Forward reason) {
        CacheCase with = new CacheCase();
        assertThat(with.offer(200, response, "")).isTrue();
        with.pass(seconds);
        Lookup found = with.lookup(request == null ? "" : request);
        assertThat(found.use()).isEqualTo(use);
        assertThat(found.forward()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "Vary: Accept | Accept: a | Accept: a | true",
                "Vary: Accept | Accept: a | ACCEPT: a | true",
                "vary: accept | Accept: a | Accept: a | true",
                "Vary: Accept | Accept: a | Accept: b | false",
                "Vary: Accept | Accept: a | - | false",
                "Vary: Accept | - | Accept: a | false",
                "Vary: Accept | - | - | true",
                "Vary: Accept | Accept: a;Accept: b | Accept: a, b | true",
                "Vary: Accept | Accept: a;Accept: b | Accept: b;Accept: a | false",
                "Vary: Accept, X-B | Accept: a;X-B: 1 | X-B: 1;Accept: a | true",
                "Vary: Accept;Vary: X-B | Accept: a;X-B: 1 | Accept: a;X-B: 2 | false",
                "Vary: Accept | Accept: a;X-B: 1 | Accept: a;X-B: 2 | true",
                "Vary: , | Accept: a | Accept: b | true",
                // What shows who asks counts, whether Vary names it or not.
                "Vary: Accept | X-Api-Key: a | X-Api-Key: a | true",
                "Vary: Accept | X-Api-Key: a | x-api-key: b | false",
                "Vary: , | X-Api-Key: a | - | false",
                "Vary: , | - | X-Api-Key: a | false",
                "Vary: X-Api-Key | X-Api-Key: a | X-Api-Key: b | false",
            })
    void aResponseIsForRequestsWithEqualFieldsThatVaryNames(String vary, String first, String second, boolean same) {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";" + vary, first == null ? "" : first);
        Lookup found = with.lookup(second == null ? "" : second);
        assertThat(found.use()).isEqualTo(same ? Use.HIT : Use.FORWARD);
        assertThat(found.forward()).isEqualTo(same ? null : Forward.VARY_MISS);
    }

    @Test
    void theLatestOfSeveralThatMatchIsUsed() {
        CacheCase with = new CacheCase();
        with.offer(CacheCase.TARGET, 200, FRESH + ";Vary: A", "A: 1;B: 1", "old");
        with.offer(CacheCase.TARGET, 200, FRESH + ";Vary: B", "A: 2;B: 1", "new");
        assertThat(with.bodyOf(with.lookup("A: 1;B: 1"))).isEqualTo("new");
        assertThat(with.bodyOf(with.lookup("A: 1;B: 2"))).isEqualTo("old");
    }

    @Test
    void anotherTargetIsAMiss() {
        CacheCase with = new CacheCase();
        with.offer("/a?x=1", 200, FRESH, "", "body");
        assertThat(with.lookup("/a?x=1", "").use()).isEqualTo(Use.HIT);
        assertThat(with.lookup("/a?x=2", "").forward()).isEqualTo(Forward.URI_MISS);
        assertThat(with.lookup("/a", "").forward()).isEqualTo(Forward.URI_MISS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "Cache-Control: max-age=60, stale-if-error=10 | 69 | - | true",
                "Cache-Control: max-age=60, stale-if-error=10 | 70 | - | false",
                "Cache-Control: max-age=60, stale-if-error=10, must-revalidate | 61 | - | false",
                "Cache-Control: max-age=60, stale-if-error=10, no-cache;ETag: x | 1 | - | false",
                "Cache-Control: s-maxage=60, stale-if-error=10 | 61 | - | true",
                "Cache-Control: max-age=60 | 61 | Cache-Control: stale-if-error=10 | true",
                "Cache-Control: s-maxage=60 | 61 | Cache-Control: stale-if-error=10 | false",
                "Cache-Control: max-age=60, stale-if-error=10 | 61 | Cache-Control: no-cache | false",
                // Fresh, and only forwarded as the request wanted a younger one.
                "Cache-Control: max-age=60, stale-if-error=10 | 30 | Cache-Control: max-age=1 | true",
            })
    void aStaleResponseTakesThePlaceOfAFailureWhereThatIsAllowed(
            String response, long seconds, String request, boolean allowed) {
        CacheCase with = new CacheCase();
        with.offer(200, response, "");
        with.pass(seconds);
        String fields = request == null ? "" : request;
        assertThat(with.cache.isUsableInPlaceOfFailure(
                        with.lookup(fields).response(), CacheCase.cacheRequest(CacheCase.TARGET, fields)))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Cache-Control: max-age=60 | STALE | true",
                "Cache-Control: max-age=60, stale-while-revalidate=1 | FORWARD | true",
                "Cache-Control: max-age=60, stale-if-error=1 | STALE | false",
                "Cache-Control: s-maxage=60 | FORWARD | false",
                "Cache-Control: max-age=60, must-revalidate | FORWARD | false",
                "Cache-Control: max-age=60, proxy-revalidate | FORWARD | false",
            })
    void theTimesOfTheSettingsHoldWhereTheResponseSaysNothing(String response, Use use, boolean inPlaceOfFailure) {
        CacheCase with = new CacheCase(CacheSettings.builder()
                .enabled(true)
                .staleWhileRevalidate(Duration.ofSeconds(10))
                .staleIfError(Duration.ofSeconds(20))
                .build());
        with.offer(200, response, "");
        with.pass(65);
        Lookup found = with.lookup("");
        assertThat(found.use()).isEqualTo(use);
        CacheRequest request = CacheCase.cacheRequest(CacheCase.TARGET, "");
        assertThat(with.cache.isUsableInPlaceOfFailure(found.response(), request))
                .isEqualTo(inPlaceOfFailure);
    }

    // ---- Validation. --------------------------------------------------------------------------------------------

    @Test
    void aValidatedResponseIsFreshAgainWithTheFieldsOfThe304() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";ETag: \"1\";X-A: old;X-B: kept;Content-Length: 4;Age: 20", "");
        with.pass(100);
        StoredResponse stored = with.lookup("").response();
        assertThat(stored.conditions()).extracting("name").containsExactly("If-None-Match");
        freshen(with, stored, "ETag: \"1\";X-A: new;Content-Length: 0;Set-Cookie: a=b");
        Lookup found = with.lookup("");
        assertThat(found.use()).isEqualTo(Use.HIT);
        CachedHead head = found.response().head(found.status(), with.clock.nanoTime());
        assertThat(head.header("X-A")).isEqualTo("new");
        assertThat(head.header("X-B")).isEqualTo("kept");
        assertThat(head.header("Content-Length")).isEqualTo("4");
        assertThat(head.header("Set-Cookie")).isNull();
        assertThat(head.header("Age")).isEqualTo("0");
        assertThat(with.bodyOf(found)).isEqualTo("body");
    }

    @Test
    void a304WithAnAgeIsThatOld() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";ETag: \"1\"", "");
        with.pass(100);
        freshen(with, with.lookup("").response(), "Age: 59");
        assertThat(with.lookup("").use()).isEqualTo(Use.HIT);
        with.pass(1);
        assertThat(with.lookup("").use()).isEqualTo(Use.FORWARD);
    }

    @Test
    void a304ThatForbidsStoringRemovesTheResponse() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";ETag: \"1\"", "");
        with.pass(100);
        freshen(with, with.lookup("").response(), "Cache-Control: no-store");
        assertThat(with.lookup("").forward()).isEqualTo(Forward.URI_MISS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"1\" | \"1\" | true",
                "\"1\" | W/\"1\" | true",
                "W/\"1\" | \"1\" | true",
                "\"1\" | \"2\" | false",
            })
    void a304AboutAnotherResponseFreshensNone(String stored, String named, boolean meant) {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";ETag: " + stored, "");
        with.pass(100);
        freshen(with, with.lookup("").response(), "ETag: " + named);
        assertThat(with.lookup("").use()).isEqualTo(meant ? Use.HIT : Use.FORWARD);
        assertThat(with.cache.targets()).isEqualTo(meant ? 1 : 0);
    }

    /** Each 304 came after a newer response to an equal request had been stored. */
    @ParameterizedTest
    @ValueSource(strings = {"ETag: \"1\"", "ETag: \"3\"", "ETag: \"1\";Cache-Control: no-store"})
    void a304LeavesANewerResponseThatHasTakenThePlaceOfTheOneItIsAbout(String notModified) {
        CacheCase with = new CacheCase();
        with.offer(CacheCase.TARGET, 200, FRESH + ";ETag: \"1\"", "", "old");
        StoredResponse old = with.lookup("").response();
        with.offer(CacheCase.TARGET, 200, FRESH + ";ETag: \"2\"", "", "new");
        freshen(with, old, notModified);
        assertThat(with.bodyOf(with.lookup(""))).isEqualTo("new");
    }

    /** The strong tag was that of the bytes before they were decompressed. */
    @Test
    void a304LeavesTheTagOfTheStoredBody() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";ETag: W/\"1\"", "");
        with.pass(100);
        freshen(with, with.lookup("").response(), "ETag: \"1\"");
        Lookup found = with.lookup("");
        assertThat(found.response().head(found.status(), with.clock.nanoTime()).header("ETag"))
                .isEqualTo("W/\"1\"");
    }

    @Test
    void bothValidatorsAreConditions() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";ETag: W/\"1\";Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT", "");
        assertThat(with.lookup("").response().conditions())
                .extracting("value")
                .containsExactly("W/\"1\"", "Thu, 01 Jan 2026 11:00:00 GMT");
    }

    // ---- Invalidation. ------------------------------------------------------------------------------------------

    @Test
    void anInvalidationRemovesAllVariantsOfItsTarget() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + ";Vary: A", "A: 1");
        with.offer(200, FRESH + ";Vary: A", "A: 2");
        with.offer("/b", 200, FRESH, "", "body");
        assertThat(with.cache.invalidate(CacheCase.TARGET)).isEqualTo(2);
        assertThat(with.lookup("A: 1").use()).isEqualTo(Use.FORWARD);
        assertThat(with.lookup("/b", "").use()).isEqualTo(Use.HIT);
        assertThat(with.cache.invalidateAll()).isOne();
        assertThat(with.lookup("/b", "").use()).isEqualTo(Use.FORWARD);
        assertThat(with.cache.bytes()).isZero();
    }

    @Test
    void aResponseThatWasUnderWayWhenItsTargetWasInvalidatedIsNotStored() {
        CacheCase with = new CacheCase();
        CacheRequest request = CacheCase.cacheRequest(CacheCase.TARGET, "");
        long epoch = with.cache.epoch(CacheCase.TARGET);
        with.cache.invalidate(CacheCase.TARGET);
        StoredResponse late = with.cache.storable(request, CacheCase.head(200, FRESH), with.now());
        assertThat(late).isNotNull();
        assertThat(with.cache.store(request, late, epoch)).isFalse();
        long later = with.cache.epoch(CacheCase.TARGET);
        with.cache.invalidateAll();
        assertThat(with.cache.store(request, late, later)).isFalse();
        assertThat(with.cache.store(request, late, with.cache.epoch(CacheCase.TARGET)))
                .isTrue();
    }

    private static void freshen(CacheCase with, StoredResponse stored, String notModified) {
        with.cache.freshen(
                CacheCase.cacheRequest(CacheCase.TARGET, ""),
                stored,
                CacheCase.head(304, notModified),
                with.now(),
                with.cache.epoch(CacheCase.TARGET));
    }
}
