package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.partner.CacheStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the fields of a response say about caches. */
class CacheTermsTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "max-age=60; 60",
                "max-age=60, s-maxage=20; 20",
                "max-age=20, s-maxage=60; 20",
                "s-maxage=60; 60",
                "max-age=60, no-cache; 0",
                "max-age=soon; 0",
                "private, max-age=5; 5"
            })
    void theLeastTimeIsThatOfTheResponse(String control, long seconds) {
        assertThat(terms("Cache-Control", control).freshSeconds()).isEqualTo(seconds);
    }

    @Test
    void theAgeIsOver() {
        assertThat(terms("Cache-Control", "max-age=60", "Age", "45").freshSeconds())
                .isEqualTo(15);
        assertThat(terms("Cache-Control", "max-age=60", "Age", "61").freshSeconds())
                .isZero();
        assertThat(terms("Cache-Control", "max-age=60", "Date", "Wed, 25 Nov 2026 09:59:30 GMT")
                        .freshSeconds())
                .isEqualTo(30);
        // Since the request was sent, 2 seconds before.
        assertThat(CacheTerms.of(head("Cache-Control", "max-age=60"), new Arrival(0, TimeUnit.SECONDS.toNanos(2), NOW))
                        .freshSeconds())
                .isEqualTo(58);
    }

    @Test
    void aDateIsATimeToo() {
        assertThat(terms("Expires", "Wed, 25 Nov 2026 10:01:00 GMT").freshSeconds())
                .isEqualTo(60);
        assertThat(terms("Expires", "0").freshSeconds()).isZero();
    }

    @Test
    void aResponseMaySayNothing() {
        assertThat(terms()).isEqualTo(new CacheTerms(true, false, CacheTerms.UNSAID));
        assertThat(terms("Cache-Control", "public").freshSeconds()).isEqualTo(CacheTerms.UNSAID);
    }

    @Test
    void aResponseMayForbidIt() {
        assertThat(terms("Cache-Control", "no-store").storable()).isFalse();
        assertThat(terms("Vary", "*").storable()).isFalse();
    }

    @Test
    void aResponseMayBeForOneUser() {
        assertThat(terms("Cache-Control", "private").personal()).isTrue();
        assertThat(terms("Cache-Control", "private=\"x-id\"").personal()).isTrue();
        assertThat(terms("Set-Cookie", "a=b").personal()).isTrue();
    }

    private static CacheTerms terms(String... fields) {
        return CacheTerms.of(head(fields), new Arrival(0, 0, NOW));
    }

    private static ResponseHead head(String... fields) {
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(new Header(fields[i], fields[i + 1]));
        }
        return new CachedHead(200, headers, -1, CacheStatus.HIT);
    }
}
