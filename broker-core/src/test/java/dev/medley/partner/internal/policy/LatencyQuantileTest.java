package dev.medley.partner.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyQuantileTest {

    private final LatencyQuantile p95 = new LatencyQuantile(95);

    @Test
    void thereIsNoEstimateOfFewTimes() {
        record(LatencyQuantile.MIN_TIMES - 1, 10);
        assertThat(p95.nanos()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 10, 1_000, 60_000})
    void theEstimateIsWithinAnEighth(long millis) {
        record(200, millis);
        assertThat(p95.nanos()).isBetween(nanos(millis), nanos(millis) * 9 / 8 + 1);
    }

    @Test
    void fewSlowTimesDoNotCount() {
        for (int i = 0; i < 1_000; i++) {
            p95.record(nanos(i % 50 == 0 ? 500 : 10));
        }
        assertThat(p95.nanos()).isBetween(nanos(10), nanos(12));
    }

    @Test
    void onceTheyAreNotFewTheyDo() {
        for (int i = 0; i < 1_000; i++) {
            p95.record(nanos(i % 10 == 0 ? 500 : 10));
        }
        assertThat(p95.nanos()).isBetween(nanos(500), nanos(563));
    }

    @Test
    void oldTimesLoseTheirWeight() {
        record(10_000, 500);
        record(20_000, 10);
        assertThat(p95.nanos()).isBetween(nanos(10), nanos(12));
    }

    @Test
    void anyNumberOfNanosecondsHasAClass() {
        for (long nanos = 1; nanos > 0; nanos <<= 1) {
            p95.record(nanos);
            p95.record(nanos - 1);
        }
        p95.record(Long.MAX_VALUE);
        record(200, 1);
        assertThat(p95.nanos()).isPositive();
    }

    @Test
    void manyThreadsMayRecord() {
        IntStream.range(0, 100_000).parallel().forEach(i -> p95.record(nanos(10)));
        assertThat(p95.nanos()).isBetween(nanos(10), nanos(12));
    }

    private void record(int times, long millis) {
        for (int i = 0; i < times; i++) {
            p95.record(nanos(millis));
        }
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
