package dev.medley.partner.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fault 23: the field as seconds, as a date, and with absurd values. */
class RetryAfterTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-22T10:00:00Z"));

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "120,120", "999999999,999999999", "' 5 ',5", "007,7"})
    void secondsAreATime(String value, long seconds) {
        assertThat(RetryAfter.nanos(value, null, CLOCK))
                .isEqualTo(Duration.ofSeconds(seconds).toNanos());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000000000", "99999999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void anAbsurdTimeIsTheLongest(String value) {
        assertThat(RetryAfter.nanos(value, null, CLOCK)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "1.5",
                "1e3",
                "+3",
                "soon",
                "٣",
                "Sun, 99 Nov 2026 10:00:07 GMT",
                "Sat, 21 Nov 2026 10:00:00 GMT",
                "Sun, 06 Nov 1994 08:49:37 GMT"
            })
    void whatIsNoTimeToComeIsNone(String value) {
        assertThat(RetryAfter.nanos(value, null, CLOCK)).isZero();
    }

    @Test
    void aDateIsCountedFromTheResponsesOwn() {
        assertThat(dated("Sun, 22 Nov 2026 10:00:07 GMT", null)).hasSeconds(7);
        // The partner's clock is an hour late.
        assertThat(dated("Sun, 22 Nov 2026 09:00:07 GMT", "Sun, 22 Nov 2026 09:00:00 GMT"))
                .hasSeconds(7);
        assertThat(dated("Sun, 22 Nov 2026 10:00:07 GMT", "not a date")).hasSeconds(7);
    }

    @Test
    void onlyResponsesThatRefuseAskForAPause() {
        assertThat(RetryAfter.isAskedBy(429)).isTrue();
        assertThat(RetryAfter.isAskedBy(503)).isTrue();
        assertThat(RetryAfter.isAskedBy(200)).isFalse();
        assertThat(RetryAfter.isAskedBy(301)).isFalse();
        assertThat(RetryAfter.nanos(null, null, CLOCK)).isZero();
    }

    private static Duration dated(String value, @Nullable String date) {
        return Duration.ofNanos(RetryAfter.nanos(value, date, CLOCK));
    }
}
