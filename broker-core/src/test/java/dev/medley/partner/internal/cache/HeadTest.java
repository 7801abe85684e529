package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.partner.CacheStatus;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The response to a HEAD beside a stored one to GET (RFC 9111, section 4.3.5); its body has four bytes. */
class HeadTest {

    private static final String FRESH = "Cache-Control: max-age=60;";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ETag: \"1\" | ETag: \"1\" | true",
                "ETag: \"1\" | ETag: \"2\" | false",
                "ETag: \"1\" | X: y | true",
                "X: y | ETag: \"1\" | false",
                "X: y | X: z | true",
                "Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | true",
                "Last-Modified: Thu, 01 Jan 2026 10:00:00 GMT | Last-Modified: Thu, 01 Jan 2026 11:00:00 GMT | false",
                "X: y | Content-Length: 4 | true",
                "X: y | Content-Length: 5 | false",
                // The stored one was decompressed: its tag is weak by that, and its length another one.
                "ETag: W/\"1\" | ETag: \"1\";Content-Encoding: gzip;Content-Length: 3 | true",
            })
    void freshensTheResponseThatItDescribesAndRemovesAnotherOne(String stored, String ofHead, boolean freshened) {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + stored, "");
        with.pass(50);
        head(with, FRESH + ofHead + ";X-New: 1");
        Lookup found = with.lookup("");
        assertThat(found.use()).isEqualTo(freshened ? Lookup.Use.HIT : Lookup.Use.FORWARD);
        if (freshened) {
            CachedHead head = found.response().head(CacheStatus.HIT, with.clock.nanoTime());
            assertThat(head.cacheStatus().ttlSeconds()).isEqualTo(60);
            assertThat(head.header("X-New")).isEqualTo("1");
            assertThat(head.header("Content-Encoding")).isNull();
            assertThat(with.bodyOf(found)).isEqualTo("body");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache-Control: no-store", "Cache-Control: private, max-age=60", "Vary: *"})
    void removesAResponseThatMayBeStoredNoLonger(String ofHead) {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH, "");
        head(with, ofHead);
        assertThat(with.cache.targets()).isZero();
    }

    @Test
    void leavesAResponseThatHasTakenThePlaceOfTheOneBefore() {
        CacheCase with = new CacheCase();
        with.offer(200, FRESH + "ETag: \"1\"", "");
        CacheRequest request = request("");
        long epoch = with.cache.epoch(CacheCase.TARGET);
        StoredResponse before =
                Objects.requireNonNull(with.cache.lookup(request).stored());
        with.offer(200, FRESH + "ETag: \"2\"", "");
        with.cache.freshenByHead(request, before, CacheCase.head(200, "ETag: \"3\""), with.now(), epoch);
        assertThat(with.lookup("").use()).isEqualTo(Lookup.Use.HIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-None-Match: \"1\"", "If-Match: \"1\"", "Range: bytes=0-1", "Cache-Control: no-store"})
    void ofSomeRequestsDescribesNoGet(String fields) {
        assertThat(CacheRequest.ofHead(new DefaultOutboundRequest("HEAD", "/a", CacheCase.fields(fields), null)))
                .isNull();
        assertThat(CacheRequest.ofHead(new DefaultOutboundRequest("GET", "/a", List.of(), null)))
                .isNull();
    }

    private static void head(CacheCase with, String fields) {
        CacheRequest request = request("");
        long epoch = with.cache.epoch(CacheCase.TARGET);
        StoredResponse stored =
                Objects.requireNonNull(with.cache.lookup(request).stored());
        with.cache.freshenByHead(request, stored, CacheCase.head(200, fields), with.now(), epoch);
    }

    private static CacheRequest request(String fields) {
        return Objects.requireNonNull(CacheRequest.ofHead(
                new DefaultOutboundRequest("HEAD", CacheCase.TARGET, CacheCase.fields(fields), null)));
    }
}
