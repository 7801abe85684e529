package dev.medley.partner.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.CacheStatus;
import dev.medley.partner.Forward;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The members of the field Cache-Status (RFC 9211), and the words in Server-Timing. */
class CacheStatusTest {

    @ParameterizedTest
    @MethodSource("statuses")
    void theFieldAndTheLabelSayTheSame(CacheStatus status, String field, String label) {
        assertThat(status).hasToString(field);
        assertThat(status.label()).isEqualTo(label);
    }

    static Stream<Arguments> statuses() {
        CacheStatus miss = CacheStatus.forwarded(Forward.URI_MISS);
        CacheStatus stale = CacheStatus.forwarded(Forward.STALE);
        return Stream.of(
                Arguments.of(CacheStatus.HIT.ttl(60), "medley; hit; ttl=60", "hit"),
                Arguments.of(CacheStatus.HIT.ttl(-5), "medley; hit; ttl=-5", "stale"),
                Arguments.of(miss, "medley; fwd=uri-miss", null),
                Arguments.of(miss.inStore(60), "medley; fwd=uri-miss; stored; ttl=60", null),
                Arguments.of(miss.inStore(60).shared(), "medley; fwd=uri-miss; stored; collapsed; ttl=60", "collapsed"),
                Arguments.of(CacheStatus.forwarded(Forward.VARY_MISS), "medley; fwd=vary-miss", null),
                Arguments.of(stale.answeredBy(304), "medley; fwd=stale; fwd-status=304", "validated"),
                Arguments.of(
                        stale.answeredBy(503).inPlaceOfFailure().ttl(-5),
                        "medley; fwd=stale; fwd-status=503; ttl=-5; detail=stale-if-error",
                        "stale-if-error"));
    }
}
